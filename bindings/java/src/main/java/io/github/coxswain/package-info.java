/** coxswain decides how a rollout goes on: a pure state machine in WebAssembly. */
package io.github.coxswain;
