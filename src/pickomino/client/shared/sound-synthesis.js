/** Synthesized sounds: wood, cup, embers and trumpets. Loaded only when sound is on. */

/** @type {AudioContext | null} */
let context = null;

/** @returns {AudioContext | null} */
function audio() {
  if (!("AudioContext" in globalThis)) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/**
 * @param {number} pitch in Hz
 * @param {number} delay in seconds
 * @param {number} length in seconds
 * @param {{shape?: OscillatorType, loud?: number, bright?: number}} [voice] `bright` is the cutoff
 *   frequency in Hz
 */
function tone(pitch, delay, length, { shape = "triangle", loud = 0.16, bright = 12_000 } = {}) {
  const out = audio();
  if (!out) return;
  const start = out.currentTime + delay;
  const oscillator = new OscillatorNode(out, { type: shape, frequency: pitch });
  const filter = new BiquadFilterNode(out, { type: "lowpass", frequency: bright });
  const gain = new GainNode(out, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + Math.min(0.015, length / 8));
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(filter).connect(gain).connect(out.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/**
 * Play a burst of noise.
 * @param {number} delay in seconds
 * @param {number} length in seconds
 * @param {BiquadFilterOptions} filter
 * @param {(share: number) => number} loudness after a share of the length
 */
function noise(delay, length, filter, loudness) {
  const out = audio();
  if (!out) return;
  const count = Math.floor(out.sampleRate * length);
  const buffer = new AudioBuffer({ length: count, sampleRate: out.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < count; i += 1) samples[i] = (Math.random() * 2 - 1) * loudness(i / count);
  const source = new AudioBufferSourceNode(out, { buffer });
  source.connect(new BiquadFilterNode(out, filter)).connect(out.destination);
  source.start(out.currentTime + delay);
}

/** A die on wood: a click, and two overtones of the board. @param {number} delay in seconds */
function knock(delay) {
  const pitch = 380 + Math.random() * 160;
  noise(delay, 0.03, { type: "bandpass", frequency: 2400, Q: 0.8 }, (x) => 0.5 * (1 - x) ** 4);
  tone(pitch, delay, 0.09, { shape: "sine", loud: 0.22 });
  tone(pitch * 2.76, delay, 0.05, { shape: "sine", loud: 0.09 });
}

/** Dice in a leather cup, for one second. */
function rattle() {
  for (let at = 0; at < 1; at += 0.05 + Math.random() * 0.05) {
    noise(
      at,
      0.04,
      { type: "bandpass", frequency: 520 + Math.random() * 500, Q: 3 },
      (x) => (1 - x) ** 3,
    );
  }
}

/** Fat on embers: a hiss that crackles. @param {number} length in seconds @param {number} loud */
function sizzle(length, loud) {
  noise(0, length, { type: "highpass", frequency: 3200 }, (x) => {
    const crackle = Math.random() < 0.004 ? 4 : 0.5;
    return loud * crackle * Math.min(1, x * 12) * (1 - x) ** 1.6;
  });
}

/**
 * Play tones one after the other.
 * @param {number[]} pitches
 * @param {number} pause between their starts, in seconds
 * @param {number} length of each tone
 * @param {Parameters<typeof tone>[3]} [voice]
 */
function tune(pitches, pause, length, voice) {
  for (const [index, pitch] of pitches.entries()) tone(pitch, index * pause, length, voice);
}

/** @type {Parameters<typeof tone>[3]} */
const TRUMPET = { shape: "sawtooth", loud: 0.1, bright: 2600 };

/**
 * The sounds by name; `times` is when the dice of a roll land, in ms.
 * @type {Record<string, (times: readonly number[]) => void>}
 */
export const SOUNDS = {
  shake: rattle,
  roll: (times) => times.map((time) => time / 1000).forEach(knock),
  keep: () => [0, 0.06].forEach(knock),
  yourTurn: () => tune([660, 880], 0.12, 0.3),
  take: () => {
    knock(0);
    sizzle(0.9, 0.16);
    tune([523, 659, 784], 0.09, 0.35);
  },
  steal: () => {
    tune([392, 523, 659], 0.11, 0.16, TRUMPET);
    for (const pitch of [523, 659, 784]) tone(pitch, 0.33, 0.7, TRUMPET);
  },
  fail: () => {
    sizzle(1.4, 0.3);
    tune([220, 165], 0.16, 0.4, { shape: "sawtooth", loud: 0.12, bright: 900 });
  },
  finish: () => tune([523, 659, 784, 1047], 0.14, 0.6),
};
