// A kept game: its calls, how it went, how the camera did, and what can be taken away.

import { isTurn } from "../call.js";
import { element, icon } from "../draw.js";
import * as tongue from "../language.js";
import { foldedLinks } from "../otherdevice.js";
import { ask } from "../live.js";
import { dot } from "../seats.js";
import { ending } from "./ending.js";
import { statistics } from "./statistics.js";

const byId = (id) => document.getElementById(id);
const say = tongue.say;
const [, , TABLE, NUMBER] = location.pathname.split("/");
const HERE = `/api/v1/evenings/${TABLE}/${NUMBER}`;

let game = null;
let role = "watch";
let rules = [];

function render() {
  if (!tongue.ready()) return;
  tongue.translate();
  if (game === null) return;
  const language = tongue.current();
  byId("game").hidden = false;
  byId("title").textContent = say("game.title", { game: game.titles[language], players: game.players.join(", ") });
  document.title = `${byId("title").textContent} · Arbitable`;
  byId("about").textContent = about();
  byId("outcome").textContent = ending(game);
  byId("page").href = `${HERE}/page?lang=${language}`;
  byId("export").href = `${HERE}/export`;
  byId("export").hidden = !["keeper", "host"].includes(role);
  renderPlot(game.plot[language]);
  byId("numbers").replaceChildren(numbers());
  byId("statistics").replaceChildren(statistics(game));
  renderAccuracy();
  renderHouse();
  byId("links").replaceChildren(foldedLinks(TABLE, byId("links").querySelector("details")?.open));
  byId("calls").replaceChildren(...game.moments.map(moment));
  document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: "center" });
}

function about() {
  const when = new Intl.DateTimeFormat(tongue.current(), { dateStyle: "full", timeStyle: "short" }).format(new Date(game.began * 1000));
  const minutes = Math.round((game.touched - game.began) / 60);
  const { turns, fouls, asked } = game;
  return [when, say("evenings.at", { table: game.table }), say("game.lasted", { minutes }), say("evenings.counts", { turns, fouls, asked })].join(" · ");
}

// The drawing is the server's own XML; only what an SVG parser makes of it is put into the page.
function renderPlot(text) {
  const made = text ? new DOMParser().parseFromString(text, "image/svg+xml").documentElement : null;
  byId("plot").replaceChildren(made ? document.importNode(made, true) : element("p", {}, say("game.no-plot")));
}

function numbers() {
  const language = tongue.current();
  const turns = Math.max(0, ...game.series.map((one) => one.values.length));
  const heads = game.series.map((one) => element("th", { scope: "col" }, [one.titles[language], one.names[language]].filter(Boolean).join(", ")));
  const rows = Array.from({ length: turns }, (_, turn) => element("tr", {},
    element("th", { scope: "row" }, String(turn)), ...game.series.map((one) => element("td", {}, String(one.values[turn] ?? "–")))));
  return element("table", {},
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, say("game.turn")), ...heads)), element("tbody", {}, ...rows));
}

function renderAccuracy() {
  const blanks = { ...game.accuracy, alone: game.accuracy.turns - game.accuracy.helped };
  byId("accuracy").replaceChildren(...["alone", "asked", "mended"].map((name) => element("p", {}, say(`accuracy.${name}`, blanks))));
}

function renderHouse() {
  const other = rules.filter((rule) => rule.name in game.house && String(game.house[rule.name]).toLowerCase() !== String(rule.default));
  const line = (rule) => {
    const value = String(game.house[rule.name]).toLowerCase();
    return element("li", {}, `${rule.texts[tongue.current()]} `, element("b", {}, rule.labels?.[value]?.[tongue.current()] ?? value));
  };
  byId("house").replaceChildren(other.length
    ? element("div", {}, element("p", { class: "hint" }, say("game.rules")), element("ul", { class: "plain" }, ...other.map(line)))
    : element("p", {}, say("game.rules-none")));
}

function moment(one) {
  const spoken = one.spoken[tongue.current()];
  const last = spoken[spoken.length - 1] ?? { kind: "nothing" };
  return element("li", { class: `onecall ${last.kind}`, id: `turn-${one.index}` },
    ...(one.order ? [] : [shot(one.pictures.thumb, one.pictures.overlay, one.photo)]),
    element("div", {}, ...spoken.map(call), element("small", {}, one.photo, element("span", { class: "noprint" }, " · ", element("a", { href: `#turn-${one.index}` }, say("stat.link"))))),
    shot(one.pictures.board, one.pictures.board, one.photo, "alt.board"));
}

function shot(small, large, photo, alt = "alt.photo") {
  if (!small) return element("span", {});
  const image = element("img", { src: `${HERE}/pictures/${small}`, alt: say(alt, { photo }), loading: "lazy", width: 160 });
  image.addEventListener("error", () => image.replaceWith(element("small", {}, say("game.gone"))));
  return element("a", { href: `${HERE}/pictures/${large ?? small}`, target: "_blank", rel: "noopener" }, image);
}

function call(one) {
  const turn = isTurn(one) && one.turn ? say("turn", { turn: one.turn }) : "";
  return element("div", { class: `said ${one.kind}` },
    element("p", {}, element("b", { class: "tone" }, icon(one.kind), one.word), ` ${turn}${turn && one.player ? " · " : ""}`, one.player ? dot(game.players, one.player) : null, one.player ? say("player", { player: one.player }) : ""),
    ...[one.move, one.about, one.note].filter(Boolean).map((text) => element("p", {}, text)),
    ...one.reasons.map((reason) => element("p", {}, element("b", {}, reason.rule), ` ${reason.text}`)),
    ...one.tasks.map((task) => element("p", {}, `→ ${task}`)));
}

async function load() {
  const [answer, games] = await Promise.all([ask(HERE), ask("/api/v1/games"), tongue.load(true)]);
  if (answer.ok) {
    ({ game, role } = answer);
    rules = games.ok ? games.games.find((one) => one.game === game.game)?.rules ?? [] : [];
  } else byId("notice").textContent = tongue.complaint(answer.error);
  render();
}

byId("print").addEventListener("click", () => window.print());
tongue.listen(render);
await load();
