//! Compiles and runs every block of the book.

#![forbid(unsafe_code)]
