import type { Sentence } from '../../../../model/sentence.js';
import { whyRecommended } from '../../../../texts/proposal-words.js';
import { roughFigure } from '../../profile/shapes.js';
import { categories, lookUp } from '../../words/word-lists.js';
import type { Candidate } from '../match/candidate.js';
import type { Matches } from '../match/match-fields.js';

/** Most homes have fewer square metres for each of their rooms, and more square feet. */
const perRoomMost = 100;
/** Most flats have fewer square metres. */
const flatMost = 250;
/** Fewer homes show nothing. */
const homesMin = 3;

/** Why the areas of a column can hardly be square metres and may be square feet; null: nothing speaks against square metres. */
export function signOfFeet({ field }: Candidate, { best }: Matches): Sentence | null {
  const [rooms, bedrooms, kind] = (['rooms', 'bedrooms', 'category'] as const).map(
    (concept) => best.get(concept)?.field.values,
  );
  const ofRooms: number[] = [];
  const ofFlats: number[] = [];
  for (const [record, [text = '']] of field.values) {
    const area = roughFigure(text);
    if (area === null || area <= 0) continue;
    // Bedrooms count no living room.
    const count = countOf(rooms?.get(record)) ?? countOf(bedrooms?.get(record), 1);
    if (count !== null) ofRooms.push(area / count);
    if (isFlat(kind?.get(record)?.[0] ?? '')) ofFlats.push(area);
  }
  if (ofRooms.length >= homesMin) return tooMuch(median(ofRooms), perRoomMost, whyRecommended.feetPerRoom);
  return ofFlats.length >= homesMin ? tooMuch(median(ofFlats), flatMost, whyRecommended.feetOfFlats) : null;
}

function tooMuch(figure: number, most: number, why: (much: number) => Sentence): Sentence | null {
  return figure > most ? why(Math.round(figure)) : null;
}

/** A count of rooms of a home; null: none. */
function countOf(texts: readonly string[] | undefined, besides = 0): number | null {
  const count = roughFigure(texts?.[0] ?? '');
  return count === null || count <= 0 || count > 12 ? null : count + besides;
}

function isFlat(word: string): boolean {
  const target = word === '' ? null : lookUp(word, categories)?.target;
  return Array.isArray(target) && target.includes('Apartment');
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
