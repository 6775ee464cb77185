import type { FieldProfile } from '../../profile/profile.js';
import { roughFigure } from '../../profile/shapes.js';
import { floorIn } from '../../words/floor-words.js';
import { roomsIn } from '../../words/room-counts.js';

/** As many different words show what a column is about. */
const wordsMax = 300;

/** Whether most values are numbers of rooms with those of living rooms behind them: `2+1`. */
export function saysRoomSums({ distinct }: FieldProfile): boolean {
  const texts = [...distinct.keys()];
  return texts.filter((text) => /^\d\s?\+\s?[0-2]$/.test(text)).length > texts.length * 0.5;
}

/** Whether most values say rooms in some language's way. */
export function saysRooms({ distinct }: FieldProfile): boolean {
  const texts = [...distinct.keys()].slice(0, wordsMax);
  const said = texts.filter((text) => roomsIn(text, anyCounting) !== null || roughFigure(text) !== null);
  return said.length > texts.length * 0.6 && said.some((text) => roomsIn(text, anyCounting) !== null);
}

const anyCounting = { behind: 'living', countsLiving: true, hasTypes: true, hasCamere: true } as const;

/** Whether most values are words of floors: `földszint`, `2. OG`. */
export function saysFloors({ distinct }: FieldProfile): boolean {
  const texts = [...distinct.keys()].slice(0, wordsMax);
  return texts.filter((text) => floorIn(text) !== undefined).length > texts.length * 0.6;
}
