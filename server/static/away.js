// While the computer does not answer: shows what stood here last, looks every few seconds whether it
// answers again, and opens the page then.

import { drawingOf } from "./board.js";
import { element, icon } from "./draw.js";
import * as tongue from "./language.js";
import { lastShown } from "./lastshown.js";
import { showQuestion } from "./question.js";
import { orient } from "./stage.js";
import { showStanding } from "./standing.js";

const AGAIN_MS = 4000;

setInterval(() => fetch(location.href, { cache: "no-store" }).then(() => location.reload(), () => {}), AGAIN_MS);

const byId = (id) => document.getElementById(id);
const shown = lastShown();
const drawing = shown ? await drawingOf(shown.table).catch(() => null) : null;

function oriented(board) {
  orient(board);
  return board;
}

function render() {
  if (!shown || !tongue.ready()) return;
  const { at, table, standing, view } = shown, language = tongue.current();
  tongue.translate();
  byId("shown").hidden = false;
  byId("when").textContent = tongue.say("away.shown", { game: tongue.pick(table.titles), when: new Date(at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }) });
  showStanding(byId("call"), standing, null, { insist: null, takeBack: null }, "");
  showQuestion(byId("question"), standing.question, drawing, null);
  byId("duties").replaceChildren(...standing.duties.filter((duty) => !duty.done).map((duty) => element("li", {}, icon("task"), ` ${tongue.pick(duty.texts)}`)));
  byId("board").replaceChildren(...(view && drawing ? [oriented(drawing.draw(view))] : []));
}

tongue.listen(render);
await tongue.load();
render();
