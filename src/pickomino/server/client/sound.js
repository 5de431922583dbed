/** Sounds made in the browser; off unless the player wants them. */

import { preferences } from "./preferences.js";

/** @type {AudioContext | null} */
let context = null;

/** @returns {AudioContext | null} */
function audio() {
  if (!preferences.values.sound || !("AudioContext" in globalThis)) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/**
 * @param {number} pitch in Hz
 * @param {number} delay in seconds
 * @param {number} length in seconds
 * @param {OscillatorType} [shape]
 */
function tone(pitch, delay, length, shape = "triangle") {
  const out = audio();
  if (!out) return;
  const start = out.currentTime + delay;
  const oscillator = new OscillatorNode(out, { type: shape, frequency: pitch });
  const gain = new GainNode(out, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.16, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(gain).connect(out.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** A short knock, as of wood. @param {number} delay in seconds */
function knock(delay) {
  const out = audio();
  if (!out) return;
  const length = Math.floor(out.sampleRate * 0.05);
  const noise = new AudioBuffer({ length, sampleRate: out.sampleRate });
  const samples = noise.getChannelData(0);
  for (let i = 0; i < length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = new AudioBufferSourceNode(out, { buffer: noise });
  const filter = new BiquadFilterNode(out, {
    type: "bandpass",
    frequency: 900 + Math.random() * 900,
    Q: 1.2,
  });
  const gain = new GainNode(out, { gain: 0.35 });
  source.connect(filter).connect(gain).connect(out.destination);
  source.start(out.currentTime + delay);
}

/**
 * Tones one after the other.
 * @param {number[]} pitches
 * @param {number} pause between their beginnings, in seconds
 * @param {number} length of each
 * @param {OscillatorType} [shape]
 */
function tune(pitches, pause, length, shape) {
  for (const [index, pitch] of pitches.entries()) tone(pitch, index * pause, length, shape);
}

export const sound = {
  roll: () => [0.05, 0.13, 0.2, 0.31, 0.4].forEach(knock),
  keep: () => knock(0),
  yourTurn: () => tune([660, 880], 0.12, 0.3),
  win: () => tune([523, 659, 784], 0.09, 0.35),
  fail: () => tune([220, 165], 0.16, 0.4, "sawtooth"),
  finish: () => tune([523, 659, 784, 1047], 0.14, 0.6),
};
