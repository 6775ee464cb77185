import { fold } from '../../../model/fold.js';
import type { FieldProfile } from '../profile/profile.js';
import { roughFigure, shapeOf } from '../profile/shapes.js';
import type { MappingDraft } from './draft/draft.js';

const counts: Readonly<Record<string, number>> = {
  ...{ jedno: 1, dvo: 2, tro: 3, cetvoro: 4, peto: 5, sesto: 6 },
};
const roomWord = /^(jedno|dvo|tro|cetvoro|peto|sesto)(ipo)?sob(?:an|na|no|ni)(?: stan)?$/;

/**
 * Adds the rooms from a column of words, as agencies in Serbia write them: `dvosoban`, `dvoiposoban`. Only there are halves counted; across
 * the border the same words leave the living room out, so without a half nothing says which count it is.
 */
export function buildRoomWords(draft: MappingDraft, fields: readonly FieldProfile[]): void {
  if (draft.fields['structure.rooms'] !== undefined) return;
  for (const field of fields) {
    const texts = [...field.distinct.keys()];
    const words = new Map(
      texts.flatMap((text) => {
        const [, count = '', half] = roomWord.exec(fold(text)) ?? [];
        const rooms = counts[count];
        return rooms === undefined ? [] : [[text, rooms + (half === undefined ? 0 : 0.5)] as const];
      }),
    );
    const others = texts.filter((text) => !words.has(text) && roughFigure(text) === null);
    const hasHalf = [...words.values()].some((rooms) => rooms % 1 !== 0);
    if (words.size < wordsMin || !hasHalf || others.length > texts.length * 0.4) continue;
    draft.tables.rooms = { words: Object.fromEntries(words) };
    const source = { concept: 'rooms', field, shape: shapeOf(field), score: 0.8, byName: true } as const;
    draft.put('structure.rooms', { from: field.path, table: 'rooms', unmapped: 'ignore' }, source);
    return;
  }
}

const wordsMin = 2;
