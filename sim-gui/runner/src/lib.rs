//! A simulation on its own thread, for windows.
