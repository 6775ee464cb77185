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

/** Why the areas of a column can hardly be square metres and may be square feet, a sentence; null: nothing speaks against square metres. */
export function signOfFeet({ field }: Candidate, { best }: Matches): string | null {
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
  if (ofRooms.length >= homesMin)
    return tooMuch(median(ofRooms), perRoomMost, (much) => `Homes have ${much} for each of their rooms`);
  if (ofFlats.length >= homesMin)
    return tooMuch(median(ofFlats), flatMost, (much) => `The flat in the middle has ${much}`);
  return null;
}

function tooMuch(figure: number, most: number, sentence: (much: number) => string): string | null {
  return figure > most ? `${sentence(Math.round(figure))}, too much for square metres.` : null;
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
