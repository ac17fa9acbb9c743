// The blanks of a form: each kind of field as something to fill in, and what was filled in.

import { element } from "../draw.js";
import { current, say } from "../language.js";

/**
 * @typedef {{name: string, kind: string, value: any, titles: Object<string, string>,
 *   choices: {value: any, texts: Object<string, string>}[], parts: Field[]}} Field
 * @typedef {{node: HTMLElement|null, value: () => any, missing: () => boolean}} Blank
 */

// The most that may be counted; the rules refuse more.
const MOST = 200;

/** What the pieces of the game look like: its drawing, and one label of every kind in their order. */
let looks = { drawing: null, kinds: [] };
export const useLooks = (found) => { looks = found; };

const drawn = (label) => (looks.drawing?.pieceIcon ? element("span", { class: "piece", "aria-hidden": "true" }, looks.drawing.pieceIcon(label)) : null);

/** @type {Object<string, (field: Field) => Blank>} */
const MAKERS = { fixed, count, choice, several, many, counts, records };

/** @param {Field} field @returns {Blank} */
export const blank = (field) => (MAKERS[field.kind] ?? fixed)(field);

const title = (field) => field.titles[current()] ?? field.name;
const never = () => false;

function fixed(field) {
  return { node: null, value: () => field.value, missing: never };
}

function numberInput(value, label) {
  return element("input", { type: "number", inputmode: "numeric", min: 0, max: MOST, step: 1, value: value ?? false, "aria-label": label ?? false });
}

const whole = (input) => (input.value === "" ? null : Number(input.value));

function count(field) {
  const input = numberInput(field.value);
  return { node: labelled(field, input, say("facts.unknown-empty")), value: () => whole(input), missing: () => !input.checkValidity() };
}

function labelled(field, input, hint = "") {
  return element("label", { class: "rule" }, element("span", {}, title(field)), input, hint ? element("small", {}, hint) : null);
}

function choice(field) {
  const select = element("select", {}, element("option", { value: "" }, "–"),
    ...field.choices.map((one, index) => element("option", { value: index, selected: one.value === field.value ? "" : false }, one.texts[current()])));
  const value = () => (select.value === "" ? null : field.choices[Number(select.value)].value);
  return { node: labelled(field, select), value, missing: () => value() === null };
}

function several(field) {
  const boxes = field.choices.map((one) => element("input", { type: "checkbox", checked: field.value?.includes(one.value) ? "" : false }));
  const node = element("fieldset", {}, element("legend", {}, title(field)),
    element("div", { class: "boxes" }, ...boxes.map((box, index) => element("label", { class: "box" }, box, field.choices[index].texts[current()]))));
  const value = () => field.choices.filter((_, index) => boxes[index].checked).map((one) => one.value);
  return { node, value, missing: () => value().length === 0 };
}

function many(field) {
  const held = (one) => (field.value ?? []).filter((value) => value === one.value).length;
  const icons = looks.kinds.length === field.choices.length ? looks.kinds.map((kind) => drawn(kind.label)) : [];
  const [node, inputs] = counted(field, held, icons);
  const value = () => field.choices.flatMap((one, index) => Array(whole(inputs[index]) ?? 0).fill(one.value));
  return { node, value, missing: () => inputs.some((input) => !input.checkValidity()) };
}

function counts(field) {
  const [node, inputs] = counted(field, (one) => field.value?.[one.value] ?? 0);
  const value = () => Object.fromEntries(field.choices.map((one, index) => [one.value, whole(inputs[index]) ?? 0]));
  return { node, value, missing: () => inputs.some((input) => !input.checkValidity()) };
}

function counted(field, held, icons = []) {
  const inputs = field.choices.map((one) => numberInput(held(one)));
  return [element("fieldset", {}, element("legend", {}, title(field)),
    element("div", { class: "boxes" }, ...inputs.map((input, index) => element("label", { class: "box" }, input, icons[index] ?? null, field.choices[index].texts[current()])))), inputs];
}

function records(field) {
  const held = [...(field.value ?? [])];
  const list = element("ul", { class: "plain" });
  if (isPiece(field)) return pieces(field, held, list);
  const parts = field.parts.map(blank);
  const add = element("button", { type: "button" }, say("facts.add"));
  const draw = () => list.replaceChildren(...held.map((one, index) => {
    const away = element("button", { type: "button", class: "small", "aria-label": say("facts.remove", { what: said(field, one) }) }, "×");
    away.addEventListener("click", () => { held.splice(index, 1); draw(); add.focus(); });
    return element("li", {}, said(field, one), " ", away);
  }));
  add.addEventListener("click", () => {
    if (parts.some((part) => part.missing())) return;
    held.push(Object.fromEntries(field.parts.map((part, index) => [part.name, parts[index].value()])));
    draw();
  });
  draw();
  const node = element("fieldset", {}, element("legend", {}, title(field)), list, ...parts.map((part) => part.node), add);
  return { node, value: () => held, missing: never };
}

// Whether the records are pieces that can be drawn, so that they are tapped and not described.
function isPiece(field) {
  const [kind] = looks.kinds;
  return looks.drawing !== null && kind !== undefined && field.parts.every((part) => part.name in kind.label);
}

// Pieces of a hand: tapped in the row of all there are, and taken away by a tap.
function pieces(field, held, list) {
  list.className = "piece-list";
  const words = (label) => looks.kinds.find((kind) => JSON.stringify(kind.label) === JSON.stringify(label))?.texts[current()] ?? said(field, label);
  const button = (label, name, press) => {
    const made = element("button", { type: "button", "aria-label": name, title: name }, drawn(label));
    made.addEventListener("click", press);
    return made;
  };
  const draw = () => list.replaceChildren(...held.map((one, index) => element("li", {}, button(one, say("facts.remove", { what: words(one) }), () => {
    held.splice(index, 1);
    draw();
  }))));
  draw();
  const all = looks.kinds.map(({ label, texts }) => button(label, texts[current()], () => { held.push(label); draw(); }));
  const node = element("fieldset", {}, element("legend", {}, title(field)), list, element("p", { class: "hint" }, say("facts.tap")), element("div", { class: "piece-list all" }, ...all));
  return { node, value: () => held, missing: never };
}

function said(field, record) {
  const text = (part, value) => part.choices.find((one) => one.value === value)?.texts[current()] ?? String(value);
  return field.parts.map((part) => [record[part.name]].flat().map((value) => text(part, value)).join(", ")).join(say("colon"));
}
