/**
 * Load a file, and report how much of it has arrived.
 *
 * @param {string} address
 * @param {(share: number) => unknown} onProgress
 */
export async function loadFile(address, onProgress) {
  onProgress(0);
  const answer = await fetch(address);
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${answer.url}`);
  const length = Number(answer.headers.get("Content-Length"));
  let loaded = 0;
  const counter = new TransformStream({
    transform(part, controller) {
      loaded += part.length;
      // Without a length, or with one that counts compressed bytes, the share is unknown.
      onProgress(length ? Math.min(1, loaded / length) : 0);
      controller.enqueue(part);
    },
  });
  return new Response(answer.body.pipeThrough(counter)).arrayBuffer();
}
