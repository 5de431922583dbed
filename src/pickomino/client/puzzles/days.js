/** Dates as texts such as 2026-11-16, in UTC. */

const DAY_MS = 86_400_000;

/** Return the date in UTC, which is the same everywhere. @param {Date} [now] */
export function today(now = new Date()) {
  return now.toISOString().slice(0, 10);
}

/** @param {string} day @param {number} days */
export function addDays(day, days) {
  return today(new Date(Date.parse(day) + days * DAY_MS));
}

/** Return how many days a date is after another. @param {string} day @param {string} other */
export function daysBetween(day, other) {
  return Math.round((Date.parse(day) - Date.parse(other)) / DAY_MS);
}

/** Return the Monday of a date's week. @param {string} day */
export function mondayOf(day) {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** Return whether a text is a date such as 2026-11-16. @param {string} text */
export function isDay(text) {
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text
  );
}
