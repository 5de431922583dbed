/** What the build puts above `service-worker.js`. */

declare const VERSION: string;
declare const FILES: Record<string, string>;
