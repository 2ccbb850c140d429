// Helpers for creating and finding elements.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Sets attributes and, for names that begin with `on`, listeners of an element.
 * @param {Element} element
 * @param {Record<string, unknown>} attributes
 */
function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on'))
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * Creates an HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Node} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  element.append(...children);
  return element;
}

/**
 * Returns the element with this id. Throws if the page has none.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * Parses the JSON data block with this id.
 * @param {string} id
 * @returns {any}
 */
export function pageJson(id) {
  return JSON.parse(byId(id).textContent || '{}');
}

export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * A picture of a piece, made of the page's symbols.
 * @param {string} game
 * @param {string} kind the piece's code; `VG` with its Goal
 * @param {string} side
 */
export function pieceIcon(game, kind, side) {
  const icon = svg('svg', {
    class: `icon side-${side}`,
    viewBox: '-56 -56 112 112',
    'aria-hidden': 'true',
  });
  icon.append(...pieceShapes(game, kind, 50));
  return icon;
}

/**
 * The shapes of a piece around (0, 0). A piece without a picture is a plain shape with its code.
 * @param {string} game
 * @param {string} kind
 * @param {number} r half the width
 * @returns {SVGElement[]}
 */
export function pieceShapes(game, kind, r) {
  if (document.documentElement.dataset.pieces === 'letters') return letterShapes(game, kind, r);
  const known =
    document.getElementById(`${game}-${kind}`) !== null || !document.getElementById(`${game}-any`);
  const picture = symbol(`${game}-${known ? kind : 'any'}`, r);
  if (known) return [picture];
  return [
    picture,
    svg(
      'text',
      { class: 'piece-code', 'font-size': r * 0.8, y: r * 0.28 },
      document.createTextNode(kind),
    ),
  ];
}

/**
 * A piece as a plain shape with its code, and with its Goal beside it.
 * @param {string} game
 * @param {string} kind
 * @param {number} r half the width
 */
function letterShapes(game, kind, r) {
  // Where the tokens of two sides differ in shape, pieces can carry a Goal.
  const any = document.getElementById(`${game}-any`);
  const isToken = Boolean(any?.querySelector('.token-green') && !any.querySelector('.token-white'));
  const hasGoal = isToken && kind.length > 1 && kind.endsWith('G');
  const code = hasGoal ? kind.slice(0, -1) : kind;
  const size = code.length > 1 ? 0.8 : 1;
  // The drawing's classes show one of the shapes by the side.
  const bodies =
    isToken
      ? [
          svg('circle', { class: 'piece-body token-gold', r: 0.86 * r }),
          svg('path', { class: 'piece-body token-green', d: hexagon(0.94 * r) }),
        ]
      : [svg('circle', { class: 'piece-body', r: 0.86 * r })];
  return [
    ...bodies,
    svg(
      'text',
      { class: 'piece-code', 'font-size': r * size, y: r * 0.35 * size },
      document.createTextNode(code),
    ),
    ...(hasGoal ? [symbol(`${game}-G`, r * 0.42, { x: r * 0.3, y: -r })] : []),
  ];
}

/** @param {number} r */
const hexagon = (r) =>
  `M${[0, 60, 120, 180, 240, 300]
    .map((angle) => [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)])
    .map(([x = 0, y = 0]) => `${(r * x).toFixed(1)} ${(r * y).toFixed(1)}`)
    .join('L')}Z`;

/**
 * A symbol of the page around (0, 0).
 * @param {string} id
 * @param {number} r half the width
 * @param {Record<string, unknown>} [more]
 */
export const symbol = (id, r, more = {}) =>
  svg('use', { href: `#${id}`, x: -r, y: -r, width: 2 * r, height: 2 * r, ...more });

/**
 * Whether a key is meant for the page: not written into a field or a dialog, and without modifiers.
 * @param {KeyboardEvent} event
 */
export function isPageKey(event) {
  const target = event.target instanceof Element ? event.target : null;
  const isBusy = target?.closest(
    'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, dialog',
  );
  return !isBusy && !event.ctrlKey && !event.metaKey && !event.altKey;
}
