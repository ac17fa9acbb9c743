// The call's marks on the photo, the same as on the drawn board.

import { asked, circle, crossed, svg } from "./boards/kit.js";

const SIZE = 1000;

/** Puts the marks over a photo; none where the view knows no spots. */
export function markPhoto(frame, image, view, visible) {
  frame.querySelector(".photo-marks")?.remove();
  if (!view || !visible || image.hidden || !image.naturalWidth) return;
  const height = (SIZE * image.naturalHeight) / image.naturalWidth;
  const spots = new Map(view.spots.map((spot) => [JSON.stringify(spot.place), [spot.at[0] * SIZE, spot.at[1] * height]]));
  const radius = reach([...spots.values()]);
  const at = (places, make) => places.map((place) => spots.get(JSON.stringify(place))).filter(Boolean).map(([x, y]) => make(x, y));
  const corner = radius * 0.72, disc = Math.max(14, radius * 0.4);
  frame.append(svg("svg", { viewBox: `0 0 ${SIZE} ${height}`, class: "drawn marks photo-marks", "aria-hidden": "true" },
    svg("g", { class: "marks" },
      ...at(view.marks.last, (x, y) => circle(x, y, radius, "last")),
      ...at(view.marks.involved ?? [], (x, y) => circle(x, y, radius, "involved")),
      ...at(view.marks.foul, (x, y) => svg("g", {}, circle(x, y, radius, "foul"), crossed(x + corner, y - corner, disc))),
      ...at(view.marks.doubt, (x, y) => asked(x - corner, y + corner, disc)))));
}

/** Half the usual distance between neighbouring places, in drawing units. */
function reach(points) {
  const nearest = points.map((p) => Math.min(...points.filter((q) => q !== p).map((q) => Math.hypot(p[0] - q[0], p[1] - q[1]))));
  const known = nearest.filter(Number.isFinite).sort((a, b) => a - b);
  return known.length ? Math.min(60, Math.max(16, known[Math.floor(known.length / 2)] * 0.55)) : 40;
}
