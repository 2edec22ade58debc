# The tree of a search: one table of nodes keyed by information-state hash (which mixes the seat in,
# so all seats share it) over two preallocated arrays. Clearing raises a generation counter.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

cdef enum:
    NO_NODE = 0xFFFFFFFF

cdef struct Edge:              # 16 bytes, four in a cache line
    double total               # sum of the chooser's utilities, each in [0, 1]
    uint32_t visits
    uint16_t prior             # in units of 1/65535; read where the node has priors
    uint8_t action
    uint8_t pad

cdef struct Regret:            # of an edge, kept where the search matches regrets
    double regret              # accumulated, floored at 0
    double share               # the edge's part of the average policy, not normalised

cdef struct Node:              # 16 bytes
    uint32_t first             # index of its first edge; edges stand in the actions' order
    uint32_t visits
    uint16_t k                 # number of edges
    uint16_t tried             # number of edges with a visit
    uint8_t seat
    uint8_t has_priors
    uint16_t pad

cdef struct Slot:              # 16 bytes
    uint64_t key
    uint32_t node
    uint32_t generation        # the slot is empty unless this is the tree's

cdef struct Tree:
    Node* nodes
    Edge* edges
    Regret* regrets            # beside the edges, or NULL
    Slot* slots
    uint32_t num_nodes, max_nodes
    uint32_t num_edges, max_edges
    uint32_t slot_mask         # number of slots - 1, a power of two minus one
    uint32_t generation
    uint8_t full               # 1: a node was refused

cdef inline int tree_alloc(Tree* tree, Py_ssize_t max_nodes, Py_ssize_t max_edges,
                           bint regrets) noexcept nogil:
    """Reserve the arrays; pages are touched only as the tree grows. -1: no memory."""
    cdef Py_ssize_t slots = 16
    while slots < 2 * max_nodes:
        slots *= 2
    memset(tree, 0, sizeof(Tree))
    tree.nodes = <Node*>malloc(max_nodes * sizeof(Node))
    tree.edges = <Edge*>malloc(max_edges * sizeof(Edge))
    tree.slots = <Slot*>calloc(slots, sizeof(Slot))
    if regrets:
        tree.regrets = <Regret*>malloc(max_edges * sizeof(Regret))
    tree.max_nodes = <uint32_t>max_nodes
    tree.max_edges = <uint32_t>max_edges
    tree.slot_mask = <uint32_t>(slots - 1)
    tree.generation = 1
    if regrets and tree.regrets == NULL:
        return -1
    return 0 if tree.nodes != NULL and tree.edges != NULL and tree.slots != NULL else -1

cdef inline void tree_free(Tree* tree) noexcept nogil:
    free(tree.nodes)
    free(tree.edges)
    free(tree.regrets)
    free(tree.slots)

cdef inline void tree_clear(Tree* tree) noexcept nogil:
    tree.num_nodes = 0
    tree.num_edges = 0
    tree.full = 0
    tree.generation += 1
    if tree.generation == 0:                # 2^32 clearings: the old marks come round again
        memset(tree.slots, 0, (<Py_ssize_t>tree.slot_mask + 1) * sizeof(Slot))
        tree.generation = 1

cdef inline uint32_t tree_find(const Tree* tree, uint64_t key) noexcept nogil:
    """Index of the node with this key, or NO_NODE."""
    cdef uint32_t i = <uint32_t>key & tree.slot_mask
    while tree.slots[i].generation == tree.generation:
        if tree.slots[i].key == key:
            return tree.slots[i].node
        i = (i + 1) & tree.slot_mask
    return NO_NODE

cdef inline uint32_t tree_add(Tree* tree, uint64_t key, int seat, const uint8_t* actions,
                              int k) noexcept nogil:
    """Index of a new node for a key that is not in the table; NO_NODE where the arena is full."""
    cdef uint32_t i = <uint32_t>key & tree.slot_mask
    cdef Node* node
    cdef Edge* edge
    cdef int a
    if tree.num_nodes == tree.max_nodes or tree.num_edges + k > tree.max_edges:
        tree.full = 1
        return NO_NODE
    while tree.slots[i].generation == tree.generation:
        i = (i + 1) & tree.slot_mask
    tree.slots[i].key = key
    tree.slots[i].node = tree.num_nodes
    tree.slots[i].generation = tree.generation
    node = &tree.nodes[tree.num_nodes]
    memset(node, 0, sizeof(Node))
    node.first = tree.num_edges
    node.k = <uint16_t>k
    node.seat = <uint8_t>seat
    edge = &tree.edges[tree.num_edges]
    memset(edge, 0, k * sizeof(Edge))
    if tree.regrets != NULL:
        memset(&tree.regrets[tree.num_edges], 0, k * sizeof(Regret))
    for a in range(k):
        edge[a].action = actions[a]
    tree.num_edges += k
    tree.num_nodes += 1
    return tree.num_nodes - 1
