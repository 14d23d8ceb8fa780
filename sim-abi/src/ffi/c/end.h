
#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* SIM_H */
