package io.github.coxswain;

/**
 * What an opening gives.
 *
 * @param machine the machine, to be closed by the caller
 * @param output what its first step decided
 */
public record Opened(Machine machine, Output output) {}
