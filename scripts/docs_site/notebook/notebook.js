/** Makes the code on the page editable and runs it in a worker, which starts with the first cell. */

const INTERRUPTED = "Stopped. The cells above have to run again.";
const FAILED = "Python could not be loaded. Check the connection, and run the cell again.";

let worker = null;
addStyle();
const cells = [...document.querySelectorAll("pre.notebook-cell")].map(createCell);
addTools(cells);

function addStyle() {
  const href = new URL("notebook.css", import.meta.url).href;
  document.head.append(make("link", { rel: "stylesheet", href }));
}

/** Replace code on the page by a cell. */
function createCell(source, index) {
  const number = index + 1;
  const code = source.textContent.trimEnd();
  const editor = make("textarea", {
    value: code,
    spellcheck: false,
    autocapitalize: "off",
    rows: code.split("\n").length,
    ariaLabel: `Code of cell ${number}`,
  });
  const output = make("div", { className: "notebook-output", role: "log" });
  output.setAttribute("aria-label", `Output of cell ${number}`);
  const cell = { number, editor, output, code };
  const buttons = make("div", { className: "notebook-buttons" });
  buttons.append(
    button(`Run cell ${number}`, () => run(cell)),
    button("Reset", () => reset(cell), `Reset cell ${number}`),
  );
  editor.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    run(cell);
  });
  const section = make("section", { className: "notebook-cell" });
  section.append(editor, buttons, output);
  source.replaceWith(section);
  return cell;
}

/** Put the buttons for all cells above the first one. */
function addTools(all) {
  const tools = make("div", { className: "notebook-buttons" });
  tools.append(
    button("Run all cells", () => all.forEach(run)),
    button("Stop Python", stop),
    button("Reset all cells", () => all.forEach(reset)),
  );
  all[0]?.editor.parentElement.before(tools);
}

function run(cell) {
  cell.output.replaceChildren(
    make("p", { textContent: worker ? "Waiting …" : "Loading Python …" }),
  );
  cell.isBusy = true;
  worker ??= startWorker();
  worker.postMessage({ number: cell.number, code: cell.editor.value });
}

function reset(cell) {
  cell.editor.value = cell.code;
  if (!cell.isBusy) cell.output.replaceChildren();
}

/** End Python, and with it a cell that does not end by itself. */
function stop() {
  worker?.terminate();
  worker = null;
  for (const cell of cells) if (cell.isBusy) end(cell, INTERRUPTED);
}

function startWorker() {
  const started = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }) => receive(data));
  started.addEventListener("error", fail);
  return started;
}

function receive({ type, number, text, value }) {
  const cell = cells[number - 1];
  if (type === "running") cell.output.replaceChildren();
  else if (type === "output") write(cell, text);
  else if (type === "failed") fail();
  else {
    cell.isBusy = false;
    if (value) show(cell, value);
    if (!cell.output.hasChildNodes()) end(cell, "Done.");
  }
}

function fail() {
  worker?.terminate();
  worker = null;
  for (const cell of cells) if (cell.isBusy) end(cell, FAILED);
}

/** Say how a cell ended. */
function end(cell, sentence) {
  cell.isBusy = false;
  cell.output.append(make("p", { textContent: sentence }));
}

/** Append printed text. */
function write({ output }, text) {
  const isOpen = output.lastElementChild?.matches("pre");
  const lines = isOpen ? output.lastElementChild : make("pre", {});
  lines.append(text);
  if (!isOpen) output.append(lines);
}

/** Show the value of the last line: a picture, or text. */
function show({ output }, { text, svg }) {
  if (!svg) {
    output.append(make("pre", { textContent: text }));
    return;
  }
  const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  output.append(make("img", { src, alt: text }));
}

function button(label, onclick, name = label) {
  return make("button", { type: "button", textContent: label, ariaLabel: name, onclick });
}

function make(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
