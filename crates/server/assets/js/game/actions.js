// A player's actions besides moving: resignation, draws, takebacks, and the tools beside the board.

import { bindCopy } from '../common/copy-buttons.js';
import { confirm } from '../common/dialogs.js';
import { html } from '../common/dom.js';
import { t } from '../common/i18n.js';
import { seatName, sharesScreen } from './player-cards.js';
import { bindPrefs } from '../board/board-prefs.js';
import { ownSeats, playingSeats, seatNames } from './seat-list.js';
import { setSound, soundOn } from '../common/sound.js';
/** @import { Act, GameState } from '../common/types.d.ts' */

/**
 * @param {string} label
 * @param {() => void} onclick
 * @param {Record<string, unknown>} [more]
 */
const button = (label, onclick, more = {}) =>
  html('button', { type: 'button', onclick, ...more }, label);

/** The claim of a player who has no legal move with the die's face. */
const PASS = 'pass';

/**
 * Shows the row of actions; empty for spectators.
 * @param {HTMLElement} root
 * @param {GameState} state
 * @param {(act: Act) => void} act
 * @param {{ agreesHere?: boolean, more?: HTMLElement[] }} [options] whether the players at this
 *   screen agree on a draw without an offer; buttons about time
 */
export function showActions(root, state, act, { agreesHere = false, more = [] } = {}) {
  const { scene, seat } = state;
  const activeSeats = playingSeats(scene);
  const mine = ownSeats(state).filter((one) => activeSeats.includes(one));
  const playing = mine.length > 0 && !scene.outcome && !state.open;
  const inPlay = playing && scene.phase === 'play';
  const resign = async () => {
    const leaver = seat !== null && mine.includes(seat) ? seat : mine[0];
    const words = [
      ...(sharesScreen(state) && leaver !== undefined
        ? [t('hot-resign-text', { name: seatName(state, leaver) })]
        : []),
      ...(activeSeats.length > 2
        ? [t('resign-others-text')]
        : sharesScreen(state)
          ? []
          : [t('resign-text')]),
    ];
    const sure = await confirm({
      title: t('resign-title'),
      text: words.join(' '),
      yes: t('resign-yes'),
      danger: true,
    });
    if (sure) act(leaver === seat ? { act: 'resign' } : { act: 'resign', seat: leaver });
  };
  const hasOffered = mine.length > 0 && mine.every((one) => scene.draw_offers.includes(one));
  const hasAskedTakeback = scene.takeback_asked === seat;
  root.replaceChildren(
    ...(playing
      ? [
          ...(inPlay && scene.takebacks_allowed
            ? [
                button(
                  t(hasAskedTakeback ? 'takeback-asked' : 'takeback-ask'),
                  () => act({ act: 'ask-takeback' }),
                  {
                    disabled: hasAskedTakeback || scene.frame.ply === 0,
                    'data-act': 'ask-takeback',
                  },
                ),
              ]
            : []),
          ...(inPlay
            ? [
                button(
                  t(hasOffered ? 'draw-offered' : agreesHere ? 'hot-draw' : 'draw-offer'),
                  () => act({ act: 'offer-draw' }),
                  { disabled: hasOffered, 'data-act': 'offer-draw' },
                ),
              ]
            : []),
          ...more,
          button(t('resign'), resign, { class: 'quiet-danger', 'data-act': 'resign' }),
        ]
      : []),
  );
  root.hidden = !playing;
}

/**
 * Shows the opponents' offers of a draw or a takeback, and the draws that can be claimed now.
 * @param {HTMLElement} root
 * @param {GameState} state
 * @param {(act: Act) => void} act
 * @param {(text: string) => void} submit
 */
export function showOffers(root, state, act, submit) {
  const { scene } = state;
  const claims =
    scene.phase === 'play' ? scene.choices.filter(({ kind }) => kind === 'button') : [];
  const boxes = claims.map(({ text, variant }) =>
    offerBox(
      t(`claim-${variant}`),
      button(t(variant === PASS ? 'pass-do' : 'claim-do'), () => submit(text), {
        class: 'main',
        'data-act': `claim-${variant}`,
      }),
    ),
  );
  const activeSeats = playingSeats(scene);
  const mine = ownSeats(state).filter((one) => activeSeats.includes(one));
  const others = scene.draw_offers.filter((by) => !mine.includes(by));
  const open = activeSeats.filter((one) => !scene.draw_offers.includes(one));
  if (mine.some((one) => open.includes(one)) && others.length > 0) {
    const waits =
      activeSeats.length > 2 ? [t('draw-waits-for', { names: seatNames(state, open) })] : [];
    boxes.push(
      offerBox(
        [
          others.length === 1
            ? t('draw-offer-from', { name: seatName(state, others[0] ?? 0) })
            : t('draw-offers-from', { names: seatNames(state, others) }),
          ...waits,
        ].join(' '),
        button(t('accept'), () => act({ act: 'offer-draw' }), {
          class: 'main',
          'data-act': 'accept-draw',
        }),
        button(t('decline'), () => act({ act: 'decline-draw' }), { 'data-act': 'decline-draw' }),
      ),
    );
  }
  // A player who has offered a draw sees whose answer is missing.
  else if (mine.length > 0 && activeSeats.length > 2 && scene.draw_offers.length > 0) {
    boxes.push(
      html(
        'p',
        { class: 'notice' },
        t('draw-offers-from', { names: seatNames(state, scene.draw_offers) }),
        ' ',
        t('draw-waits-for', { names: seatNames(state, open) }),
      ),
    );
  }
  if (mine.length > 0 && scene.takeback_asked !== null && !mine.includes(scene.takeback_asked)) {
    boxes.push(
      offerBox(
        t('takeback-from', { name: seatName(state, scene.takeback_asked) }),
        button(t('accept'), () => act({ act: 'answer-takeback', accept: true }), {
          class: 'main',
          'data-act': 'accept-takeback',
        }),
        button(t('decline'), () => act({ act: 'answer-takeback', accept: false }), {
          'data-act': 'decline-takeback',
        }),
      ),
    );
  }
  root.replaceChildren(...boxes);
  root.hidden = boxes.length === 0;
}

/**
 * @param {string} text
 * @param {...HTMLElement} buttons
 */
export const offerBox = (text, ...buttons) =>
  html('div', { class: 'offer' }, html('p', {}, text), html('div', { class: 'row' }, ...buttons));

/**
 * Binds the tools of the page: rotation, sound, preferences, texts to copy.
 * @param {Document | HTMLElement} root
 * @param {{ turn: () => void }} tools
 */
export function bindTools(root, { turn }) {
  bindPrefs(root);
  bindCopy(root);
  root.querySelector('[data-tool=turn]')?.addEventListener('click', turn);
  const sound = root.querySelector('[data-tool=sound]');
  const mark = () => sound?.setAttribute('aria-pressed', String(soundOn()));
  sound?.addEventListener('click', () => {
    setSound(!soundOn());
    mark();
  });
  mark();
  addEventListener('sound-changed', mark);
}
