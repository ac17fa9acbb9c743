// The table as the log tells it: a fold over events, so that every page that saw them agrees.

export const EMPTY = Object.freeze({
  event: 0, began: 0, game: null, titles: {}, players: [], house: {}, total: 0, live: false, drawn: false, moments: [], playing: false, fault: null,
});

const STEPS = {
  started: (_, data, number) => ({
    ...EMPTY, began: number, game: data.game, titles: data.titles, players: data.players, house: data.house ?? {}, total: data.total, live: Boolean(data.live), drawn: Boolean(data.drawn),
  }),
  playing: (table, data) => ({ ...table, playing: data.playing }),
  moment: (table, data) => ({ ...table, moments: [...table.moments, data] }),
  beginning: (table) => table, // the server's own affair
  fault: (table, data) => ({ ...table, playing: false, fault: data.message }),
};

export const KINDS = Object.keys(STEPS);

// The table after an event. An event seen before changes nothing.
export function fold(table, kind, number, data) {
  if (number <= table.event) return table;
  return { ...STEPS[kind](table, data, number), event: number };
}

export function isOver(table) {
  return table.total > 0 && table.moments.length >= table.total;
}

/** The picture before a moment and its own, by id; null where there are not two. */
export function twoPictures(moments, index) {
  const after = moments[index]?.pictures.plain;
  if (!after) return null;
  const earlier = moments.slice(0, index).map((one) => one.pictures.plain).filter((one) => one && one !== after);
  const before = moments[index].pictures.before ?? earlier[earlier.length - 1];
  return before ? { before, after } : null;
}
