// The panel of a finished game: result, the winner's announcement, rematch and downloads.

import { html, pageJson, pieceIcon } from '../common/dom.js';
import { sideName, t } from '../common/i18n.js';
import { animationLinks } from './animation-links.js';
import { nextRow } from './next-game.js';
import { seatName } from './player-cards.js';
import { eliminationReason, eliminatedSeats, rankOf } from './seat-list.js';
import { withPerspective } from './perspective.js';
import { outcomeTitle, reasonText, isMultiplayer, sideOf } from './status-line.js';

/** @import { GameState, Outcome } from '../common/types.d.ts' */

/**
 * @param {HTMLElement} root
 * @param {GameState} state
 * @param {{ rematch: () => void, replay: () => void, analyse: (() => void) | null }} actions
 *   `analyse` is `null` where the engine cannot judge the game
 */
export function showResult(root, state, { rematch, replay, analyse }) {
  const outcome = state.scene.outcome;
  // An offer that ended was no game: its own panel says what has become of it.
  root.hidden = outcome === null || Boolean(state.offer?.end);
  if (!outcome || root.hidden) return;
  const winnerSide = sideOf(state, outcome.winner);
  root.className = `end panel ${resultClass(state, outcome)}`;
  root.replaceChildren(
    html('h2', {}, outcomeTitle(state, outcome)),
    // The status line tells the reason, except after a hidden game, whose tabs are in its place.
    ...(pageJson('page-data').hidden
      ? [html('p', { class: 'reason' }, reasonText(state, outcome))]
      : []),
    ...(isMultiplayer(state) && outcome.winner !== null ? [ranking(state, outcome)] : []),
    ...(outcome.winner === null || !pageJson('page-data').victory_announcement
      ? []
      : [
          html(
            'figure',
            { class: 'announcement' },
            html('blockquote', { lang: 'tlh' }, t('announcement')),
            html(
              'figcaption',
              {},
              winnerSide ? `${sideName(winnerSide)} — ` : '',
              t('announcement-meaning'),
            ),
          ),
        ]),
    nextRow(
      state,
      state.seat === null && !state.rematch.id ? null : rematchButton(state, rematch),
      {
        analyse: analyse && html(
          'button',
          { type: 'button', 'data-act': 'analyse', onclick: analyse },
          t('review-do'),
        ),
        replay: html('button', { type: 'button', onclick: replay }, t('end-replay')),
      },
    ),
    html('p', { class: 'downloads' }, ...downloadLinks(state)),
    animationLinks(state),
  );
}

/**
 * The class of the panel for the reader. Players who share a screen have won if one of them has.
 * @param {GameState} state
 * @param {Outcome} outcome
 */
function resultClass({ seat, seats }, { winner }) {
  if (winner === null) return 'draw';
  const own = seats?.length ? seats : seat === null ? [] : [seat];
  return own.includes(winner) ? 'won' : own.length === 0 ? 'watched' : 'lost';
}

/**
 * The final ranking, with the reasons for elimination.
 * @param {GameState} state
 * @param {Outcome} outcome
 */
function ranking(state, outcome) {
  const out = eliminatedSeats(state.scene);
  return html(
    'ol',
    { class: 'ranking', 'aria-label': t('ranking-label') },
    ...outcome.ranking.flat().map((seat) => {
      const side = sideOf(state, seat) ?? '';
      const name = seatName(state, seat);
      const reason = out.get(seat);
      return html(
        'li',
        { class: `side-${side}`, 'data-seat': seat },
        html('span', { class: 'place' }, t(`rank-${rankOf(outcome, seat)}`)),
        pieceIcon(state.scene.game, 'W', side),
        html(
          'span',
          { class: 'ranked' },
          html('strong', {}, sideName(side)),
          name === sideName(side) ? '' : ` · ${name}`,
          ...(reason ? [html('span', { class: 'ranked-reason' }, eliminationReason(reason))] : []),
        ),
      );
    }),
  );
}

/**
 * Shows the downloads during a game: each viewer gets what it may know.
 * @param {HTMLElement} root
 * @param {GameState} state
 */
export function showDownloads(root, state) {
  root.hidden = state.scene.outcome !== null;
  if (!root.hidden) root.replaceChildren(...downloadLinks(state));
}

/** @param {GameState} state */
function downloadLinks(state) {
  const file = `${state.scene.game}-${state.id}`;
  const pictures = [
    download(
      withPerspective(`/api/games/${state.id}/picture.svg`),
      `${file}.svg`,
      t('download-svg'),
    ),
    download(
      withPerspective(`/api/games/${state.id}/picture.png`),
      `${file}.png`,
      t('download-png'),
    ),
    // After the end it has a line of its own.
    ...(state.scene.outcome
      ? []
      : [
          download(
            withPerspective(`/api/games/${state.id}/animation.gif`),
            `${file}.gif`,
            t('download-gif'),
          ),
        ]),
  ];
  const all = [...records(state, file), ...pictures];
  return [t('end-download'), ' ', ...all.flatMap((link, i) => (i > 0 ? [' · ', link] : [link]))];
}

/**
 * The links to records: in a hidden game the viewer's own and, when it is over, the umpire's and
 * what each player saw.
 * @param {GameState} state
 * @param {string} file
 */
function records(state, file) {
  const address = `/api/games/${state.id}/record`;
  if (!pageJson('page-data').hidden) {
    const extension = pageJson('page-data').record_extension;
    return [
      download(
        withPerspective(address),
        `${file}.${extension}`,
        extension === 'txt' ? t('download-record') : extension.toUpperCase(),
      ),
    ];
  }
  if (!state.scene.outcome)
    return [
      download(
        withPerspective(address),
        `${file}.txt`,
        t(state.seat === null ? 'download-public-record' : 'download-own-record'),
      ),
    ];
  const seats = state.scene.sides.filter(({ seat }) => seat !== null);
  return [
    download(address, `${file}.txt`, t('download-full-record')),
    ...seats.map(({ key, seat }) =>
      download(
        `${address}?as=${seat}&seen=true`,
        `${file}-${key}.txt`,
        t('download-seen-record', { side: sideName(key) }),
      ),
    ),
  ];
}

/**
 * Offers a rematch, or accepts the one that is offered. One that was declined, withdrawn or not
 * accepted in time is offered again.
 * @param {GameState} state
 * @param {() => void} rematch
 */
function rematchButton(state, rematch) {
  const { by, id } = state.rematch;
  if (state.seat === null)
    return html('a', { class: 'button main', href: `/g/${id}` }, t('rematch-go'));
  const isOther = by !== null && !state.seats.includes(by);
  const label = !id
    ? t('rematch')
    : !isOther
      ? t('rematch-go')
      : isMultiplayer(state)
        ? t('rematch-asked-by', { names: sideName(sideOf(state, by) ?? '') })
        : t('rematch-accept');
  const button = html(
    'button',
    { type: 'button', class: 'main', 'data-act': 'rematch', onclick: rematch },
    label,
  );
  return isOther
    ? html(
        'span',
        { class: 'row' },
        button,
        html('a', { class: 'button', href: `/offers/${id}` }, t('invite-read')),
      )
    : button;
}

/**
 * @param {string} href
 * @param {string} name of the file
 * @param {string} label
 */
const download = (href, name, label) => html('a', { href, download: name }, label);
