import { Lexer } from 'yaml';
import { callLibrary } from '../../platform/library.js';

/**
 * What one mapping may cost. Mappings are written by agencies, and what one costs is paid by all. Everything here is counted before
 * the work that it bounds: reading YAML that is nested deeply enough ends the process.
 */
export const mappingLimits = {
  /** Signs of a text; bytes of a file. */
  text: 200_000,
  /** Levels of lists and maps. */
  depth: 40,
  /** Values, keys and list marks; what an alias stands for counts each time. */
  nodes: 40_000,
  aliases: 200,
  /** Words of all tables, the feed's own among them. */
  words: 20_000,
  patterns: 500,
  conditions: 500,
  /** Problems that are reported of one mapping; an author corrects a few and looks again. */
  problems: 50,
};

/**
 * What may be written over the API. The thread that serves everyone compiles such a text and lays such words over it: the largest take
 * it about a tenth of a second. Files and the configuration may hold more.
 */
export const writtenLimits = {
  /** Characters of a text: three times the largest shipped mapping. */
  text: 60_000,
  /** Characters of a text that begin a key or a value: twice those of the largest shipped mapping. */
  marks: 2_000,
  /** Words of a feed over those of its mapping. */
  words: 1_000,
};

/** Why a text is too large to be written over the API; null where it is not. */
export function tooLargeToWrite(text: string): string | null {
  const { text: characters, marks } = writtenLimits;
  const instead = 'Shorten it, or ask the operator to put it into the folder of mappings, as a file.';
  if (text.length > characters)
    return `A mapping that is written here may have ${characters} characters, and this one has ${text.length}. ${instead}`;
  const found = text.match(/[:,[{]|^[ \t]*-/gm)?.length ?? 0;
  return found <= marks
    ? null
    : `A mapping that is written here may have ${marks} keys and values, and this one has some ${found}. ${instead}`;
}

/**
 * Why a text costs too much to be read as YAML, with the place; null where it does not. Linear in the text.
 * @throws ContentError
 */
export function costOfText(text: string): { offset: number; message: string } | null {
  if (text.length > mappingLimits.text)
    return { offset: 0, message: `it is longer than ${mappingLimits.text} signs` };
  const weighing = new Weighing();
  return callLibrary('yaml', () => {
    for (const lexeme of new Lexer().lex(text)) {
      const message = weighing.problemWith(lexeme);
      if (message !== null) return { offset: weighing.offset, message };
      weighing.pass(lexeme);
    }
    return null;
  });
}

/** Marks of the lexer that are no part of the text: the start of a document, of a plain text, and the end of a list that is not closed. */
const [documentMark, scalarMark, flowEndMark] = ['\u0002', '\u001f', '\u0018'];

class Weighing {
  offset = 0;
  #column = 0;
  #isText = false;
  /** The next thing may begin a level: it is the first of its line, or stands behind a mark that may begin one. */
  #mayBegin = true;
  /** Columns at which levels began that are not over. */
  readonly #levels: number[] = [];
  #flow = 0;
  #nodes = 0;
  #aliases = 0;

  problemWith(lexeme: string): string | null {
    if (this.#isText || isSpace(lexeme)) return null;
    const first = lexeme.charAt(0);
    if (first === '*' && ++this.#aliases > mappingLimits.aliases)
      return `it has more than ${mappingLimits.aliases} aliases (*)`;
    if (lexeme === '[' || lexeme === '{') this.#flow++;
    else if ((lexeme === ']' || lexeme === '}') && this.#flow > 0) this.#flow--;
    else if (this.#flow === 0 && this.#mayBegin) this.#beginLevel();
    if (this.#levels.length + this.#flow > mappingLimits.depth)
      return `its lists and maps are nested more than ${mappingLimits.depth} deep`;
    if (![':', ',', ']', '}'].includes(lexeme) && ++this.#nodes > mappingLimits.nodes)
      return `it has more than ${mappingLimits.nodes} keys and values`;
    return null;
  }

  pass(lexeme: string): void {
    const isMark = !this.#isText && [documentMark, scalarMark, flowEndMark].includes(lexeme);
    const isBlank = !this.#isText && isSpace(lexeme);
    this.#isText = !this.#isText && lexeme === scalarMark;
    if (isMark) return;
    this.offset += lexeme.length;
    const newline = lexeme.lastIndexOf('\n');
    this.#column = newline === -1 ? this.#column + lexeme.length : lexeme.length - newline - 1;
    if (newline !== -1) this.#mayBegin = true;
    else if (!isBlank) this.#mayBegin = ['-', '?', ':'].includes(lexeme);
  }

  #beginLevel(): void {
    while ((this.#levels.at(-1) ?? -1) >= this.#column) this.#levels.pop();
    this.#levels.push(this.#column);
  }
}

function isSpace(lexeme: string): boolean {
  return /^[\s#]|^$/.test(lexeme) || lexeme === documentMark || lexeme === flowEndMark;
}

/** Whether a value, with all that it holds, has no more than so many nodes, and is nested no deeper than a mapping may be. */
export function isWithinLimits(value: unknown): boolean {
  let left = mappingLimits.nodes;
  const fits = (part: unknown, depth: number): boolean => {
    if (--left < 0 || depth > mappingLimits.depth) return false;
    if (typeof part !== 'object' || part === null) return true;
    return Object.values(part).every((one) => fits(one, depth + 1));
  };
  return fits(value, 0);
}
