"""Micro-policies: small networks that read what a seat sees at the table, and no tensor.

A policy is one JSON file: the features it reads, its action table, its weights in int8. It is
played here by the bot `micro`, and elsewhere by one PHP or JavaScript file (`frontends.micro`).
"""
