/**
 * Solves a turn exactly, by interpreting the tables of `solver/program.py`, which describes them.
 *
 * The game's rules are in those tables and in the values of the turn's results. The arithmetic is
 * the same as in `solver/reference.py`.
 */

/**
 * @typedef {{totals: number, stopRow: number, firstStateRow: number, tie: number}} Layout of rows
 * @typedef {{tree: Int16Array, stop_row: Int16Array, reroll_row: Int16Array,
 *   bust_row: Int16Array, first_choice: Int16Array, choice_row: Int16Array, first_node: Int16Array,
 *   bust_weight: Float64Array, node_depth: Int16Array, node_choice: Int16Array,
 *   node_weight: Float64Array, first_leaf: Int16Array, leaf_choice: Int16Array,
 *   leaf_weight: Float64Array, states: Int32Array}} Tables; `states` has the key of each state
 */

const MAX_DEPTH = 7;
const NO_ROW = -1;
const NO_CHOICE = -1;

/**
 * Return a function that solves one turn. It fills `rows`, which has the values of all channels for
 * each row; decisions maximise the first channel.
 *
 * @param {Tables} tables
 * @param {Layout} layout
 */
export function createTurnSolver(tables, { totals, stopRow, firstStateRow, tie }) {
  const states = tables.tree.length;
  const size = firstStateRow + 2 * states;
  let choices = 0;
  for (let s = 0; s < states; s++) {
    choices = Math.max(choices, at(tables.first_choice, s + 1) - at(tables.first_choice, s));
  }
  const aims = new Float64Array(choices);
  const offers = new Int32Array(choices);
  const shares = new Float64Array(choices);
  const bars = new Float64Array(firstStateRow);
  const bestAt = new Int32Array(MAX_DEPTH);

  /**
   * @param {number} channels
   * @param {Float64Array} stop by Bratwurm, total and channel; NaN where there is no claim
   * @param {Float64Array} failure by Bratwurm and channel
   * @param {Float64Array} rows
   */
  function solve(channels, stop, failure, rows) {
    fillPayoffs(channels, stop, failure, rows);
    for (let state = 0; state < states; state++) {
      const tree = at(tables.tree, state);
      const count = offerChoices(state, channels, rows);
      shareRolls(tree, count);
      offerReroll(state, count, channels, rows);
      const rolling = (firstStateRow + states + state) * channels;
      const bust = at(tables.bust_row, state) * channels;
      const bustWeight = at(tables.bust_weight, tree);
      for (let channel = 0; channel < channels; channel++) {
        let expected = bustWeight * at(rows, bust + channel);
        for (let choice = 0; choice < count; choice++) {
          expected += at(shares, choice) * at(rows, at(offers, choice) * channels + channel);
        }
        rows[rolling + channel] = expected;
      }
      const row = at(tables.stop_row, state);
      const better = at(rows, rolling) > at(bars, row) ? rolling : row * channels;
      const deciding = (firstStateRow + state) * channels;
      for (let channel = 0; channel < channels; channel++) {
        rows[deciding + channel] = at(rows, better + channel);
      }
    }
  }

  /**
   * Fill the rows of payoffs, and `bars` with the values that rolling on must exceed.
   *
   * @param {number} channels @param {Float64Array} stop
   * @param {Float64Array} failure @param {Float64Array} rows
   */
  function fillPayoffs(channels, stop, failure, rows) {
    for (let bratwurm = 0; bratwurm < 2; bratwurm++) {
      const failed = failure.subarray(bratwurm * channels, (bratwurm + 1) * channels);
      rows.set(failed, bratwurm * channels);
      bars[bratwurm] = at(failed, 0) - tie;
      for (let total = 0; total < totals; total++) {
        const place = bratwurm * totals + total;
        const claim = stop.subarray(place * channels, (place + 1) * channels);
        const isClaim = !Number.isNaN(claim[0]);
        rows.set(isClaim ? claim : failed, (stopRow + place) * channels);
        // If values are equal, claim before rolling on, and roll on before giving up.
        bars[stopRow + place] = isClaim ? at(claim, 0) + tie : at(failed, 0) - tie;
      }
    }
  }

  /**
   * Fill the aim and the row of every choice; return how many choices there are.
   *
   * @param {number} state @param {number} channels @param {Float64Array} rows
   */
  function offerChoices(state, channels, rows) {
    const first = at(tables.first_choice, state);
    const count = at(tables.first_choice, state + 1) - first;
    for (let choice = 0; choice < count; choice++) {
      const row = at(tables.choice_row, first + choice);
      offers[choice] = row;
      aims[choice] = at(rows, row * channels);
    }
    return count;
  }

  /**
   * Fill `shares` with the chance of the rolls for which each choice is best.
   *
   * @param {number} tree @param {number} count
   */
  function shareRolls(tree, count) {
    shares.fill(0, 0, count);
    const end = at(tables.first_node, tree + 1);
    for (let node = at(tables.first_node, tree); node < end; node++) {
      const depth = at(tables.node_depth, node);
      let best = NO_CHOICE;
      if (depth > 0) {
        best = at(bestAt, depth - 1);
        const choice = at(tables.node_choice, node);
        if (best === NO_CHOICE || at(aims, choice) > at(aims, best) + tie) best = choice;
        shares[best] = at(shares, best) + at(tables.node_weight, node);
      }
      bestAt[depth] = best;
      const bar = best === NO_CHOICE ? Number.NEGATIVE_INFINITY : at(aims, best) + tie;
      const lastLeaf = at(tables.first_leaf, node + 1);
      for (let leaf = at(tables.first_leaf, node); leaf < lastLeaf; leaf++) {
        const choice = at(tables.leaf_choice, leaf);
        const chosen = at(aims, choice) > bar ? choice : best;
        shares[chosen] = at(shares, chosen) + at(tables.leaf_weight, leaf);
      }
    }
  }

  /**
   * Replace choices by the Weasel's re-roll, an option after every roll, where it is better.
   *
   * @param {number} state @param {number} count @param {number} channels
   * @param {Float64Array} rows
   */
  function offerReroll(state, count, channels, rows) {
    const reroll = at(tables.reroll_row, state);
    if (reroll === NO_ROW) return;
    const again = at(rows, reroll * channels);
    for (let choice = 0; choice < count; choice++) {
      if (again > at(aims, choice) + tie) offers[choice] = reroll;
    }
  }

  return { solve, size };
}

/** @param {Int16Array | Int32Array | Float64Array} numbers @param {number} index */
function at(numbers, index) {
  return /** @type {number} */ (numbers[index]);
}
