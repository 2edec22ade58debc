# A wish that a search may end, uttered by another thread: a flag read where the clock is read.
cdef extern from *:
    """
    static inline int stop_wished(const int *wish) {
        return __atomic_load_n(wish, __ATOMIC_RELAXED);
    }
    static inline void stop_set(int *wish, int on) {
        __atomic_store_n(wish, on, __ATOMIC_RELAXED);
    }
    """
    int stop_wished(const int* wish) noexcept nogil
    void stop_set(int* wish, int on) noexcept nogil
