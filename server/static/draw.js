// Small makers of elements. Text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  legal: "M4 13l5 5L20 6",
  foul: "M5 5l14 14M19 5L5 19",
  ask: "M8 8a4 4 0 1 1 5.5 3.7c-1 .5-1.5 1.2-1.5 2.8M12 19.5v.1",
  setup: "M7 4v17M7 5h11l-3 4 3 4H7",
  "taken-back": "M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 11h-3",
  nothing: "M5 9h14M5 15h14",
  unclear: "M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM4 20L20 4",
  task: "M4 12h15M13 6l6 6-6 6",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  next: "M6 5l9 7-9 7zM19 5v14",
  restart: "M4 12a8 8 0 1 0 3-6.2M4 4v5h5",
  said: "M4 5h16v11H9l-5 4z",
  undo: "M9 6L4 11l5 5M4 11h11a5 5 0 0 1 0 10h-3",
  redo: "M15 6l5 5-5 5M20 11H9a5 5 0 0 0 0 10h3",
  insist: "M5 4v16M9 5l11 7-11 7z",
  "end-turn": "M4 12h10M10 7l5 5-5 5M20 5v14",
  correct: "M4 20l1-5L16 4l4 4L9 19z",
  connect: "M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.5 3.5 0 1 0 .1 0",
  "new-game": "M12 5v14M5 12h14",
  replay: "M4 12a8 8 0 1 0 3-6.2M4 4v5h5M10 9l5 3-5 3z",
  assist: "M12 3a6 6 0 0 1 3.5 10.9V17h-7v-3.1A6 6 0 0 1 12 3zM9.5 20.5h5",
  voice: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  quiet: "M4 9v6h4l5 4V5L8 9zM16 9l5 6M21 9l-5 6",
  keys: "M3 7h18v10H3zM7 14h10M7 10.5v.1M11 10.5v.1M15 10.5v.1",
  done: "M4 4h16v16H4zM8 12l3 3 5-6",
  open: "M4 4h16v16H4z",
  past: "M12 4a8 8 0 1 0 8 8M12 8v4l3 2M20 4v5h-5",
  "table-mode": "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  log: "M4 6h2M9 6h11M4 12h2M9 12h11M4 18h2M9 18h11",
  more: "M5 12v.1M12 12v.1M19 12v.1",
  hand: "M7 12V5a1.5 1.5 0 0 1 3 0v6V4a1.5 1.5 0 0 1 3 0v7V5.5a1.5 1.5 0 0 1 3 0V14c0 4-2 6-5 6s-4-1-6-5l-1-3",
  rules: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM9 9h6M9 13h6",
  before: "M12 4a8 8 0 1 0 8 8M12 8v4l3 2M4 4l4 1-1 4",
  divide: "M4 5h16v14H4zM12 3v18M8 10l-2 2 2 2M16 10l2 2-2 2",
  "turn-stage": "M20 12a8 8 0 1 1-3-6.2M20 4v5h-5",
  "flip-stage": "M12 3v18M9 7L3 17h6zM15 7l6 10h-6z",
  closer: "M10.5 4a6.5 6.5 0 1 0 .1 0M15.5 15.5L21 21M10.5 7.5v6M7.5 10.5h6",
  farther: "M10.5 4a6.5 6.5 0 1 0 .1 0M15.5 15.5L21 21M7.5 10.5h6",
  fit: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M9 9h6v6H9z",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  newest: "M5 12h12M12 7l5 5-5 5M20 5v14",
};

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name] ?? PATHS.unclear);
  svg.append(path);
  return svg;
}

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== "").map((child) => (typeof child === "string" ? tied(child) : child)));
  return made;
}

// A sentence with its {blanks} filled.
export function fill(sentence, blanks) {
  return tied(sentence.replace(/\{(\w+)\}/g, (_, name) => blanks[name] ?? ""));
}

// The space that French puts before some marks: no line begins with one.
const tied = (text) => text.replace(/ (?=[:;?!»%](\s|$))/g, "\u00a0").replace(/« /g, "«\u00a0");

/** Whether an element shows these facts already; they are noted. What is replaced only when they
 * differ keeps a finger's tap and the focus, and is not said again by a screen reader. */
export function shows(one, facts) {
  const key = JSON.stringify(facts);
  const same = one.dataset.key === key;
  one.dataset.key = key;
  return same;
}

/** The styles of parts that not every page shows, by their names. */
const dresses = new Map();

/** Fetches the style of such a part, once; what is shown after it is shown dressed. */
export function dressed(name) {
  if (!dresses.has(name)) {
    const link = element("link", { rel: "stylesheet", href: `/static/${name}` });
    document.head.append(link);
    dresses.set(name, new Promise((done) => {
      link.onload = done;
      // Shown undressed for now; whoever wants it next fetches it again.
      link.onerror = () => { link.remove(); dresses.delete(name); done(); };
    }));
  }
  return dresses.get(name);
}
