import type { FieldProfile } from './profile.js';

/** How the cells of a column part the floor from the number of floors. */
export interface FloorParting {
  floor: RegExp;
  total: RegExp;
  /** A cell that names both. */
  both: RegExp;
}

/** `2/5`, `PR_4` */
const bySign: FloorParting = {
  floor: /^([^/_]+)/,
  total: /[/_]\s*(\d+)/,
  both: /^(?:\p{L}{2,8}\.?\s+)?[\p{L}\d.-]+\s*[/_]\s*(?:\d+|[IVX]+$)/u,
};

/** `3. od 8`, `3 от 8`, `2 sur 5` */
const byWord: FloorParting = {
  // Beside them stand cells that name the floor alone: `prizemlje`.
  floor: /^(.+?)(?:\s(?:od|of|out of|von|iz|z|ze|van|из|от|од|sur|su|din|de|από)\s|$)/,
  total: /\s(?:od|of|out of|von|iz|z|ze|van|из|от|од|sur|su|din|de|από)\s+(\d+)/,
  both: /^[\p{L}\d. -]{1,20}\s(?:od|of|out of|von|iz|z|ze|van|из|от|од|sur|su|din|de|από)\s\d{1,3}(?:\s?\p{L}*\.?)?$/u,
};

/** How the cells name the floor and, behind a sign or a word, how many the building has; null: most of them do not. */
export function floorParting({ distinct }: Pick<FieldProfile, 'distinct'>): FloorParting | null {
  const texts = [...distinct.keys()];
  const isUsual = ({ both }: FloorParting): boolean =>
    texts.filter((text) => both.test(text)).length > texts.length * 0.3;
  return [bySign, byWord].find(isUsual) ?? null;
}

/** The part of a cell that names the floor. */
export function floorPart(text: string, parting: FloorParting | null): string {
  return parting?.floor.exec(text)?.[1]?.trim() ?? text;
}

/** The floor of a single text, which names the number of floors behind it although most others of its column do not. */
export function loneParting(text: string): string {
  const parting = [byWord, bySign].find(({ both }) => both.test(text));
  return floorPart(text, parting ?? null);
}
