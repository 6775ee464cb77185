import { Lexer } from 'yaml';
import { callLibrary } from '../../platform/library.js';

/**
 * Limits on the cost of one mapping. Agencies write mappings, and all agencies share the process. Each limit is checked before the work that
 * it bounds: parsing deeply nested YAML would end the process.
 */
export const mappingLimits = {
  /** Characters of a text; bytes of a file. */
  text: 200_000,
  /** Levels of nested lists and maps. */
  depth: 40,
  /** Values, keys and list marks. The content of an alias counts at each use. */
  nodes: 40_000,
  /** Uses of aliases (`*name`). */
  aliases: 200,
  /** Words of all tables, the feed's own words included. */
  words: 20_000,
  patterns: 500,
  conditions: 500,
  /** The number of problems that are reported at once. */
  problems: 50,
};

/**
 * Limits on mappings and words that arrive over the API. The thread that serves all requests compiles them, which takes about a tenth of a
 * second for the largest. Mapping files and the configuration may be larger.
 */
export const writtenLimits = {
  /** Characters of a text: three times the largest shipped mapping. */
  text: 60_000,
  /** Characters of a text that begin a key or a value: twice those of the largest shipped mapping. */
  marks: 2_000,
  /** Words that a feed adds to its mapping. */
  words: 1_000,
};

/** Why a text is too large to be accepted over the API, a sentence; null if it is not. */
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
 * Why a text is too expensive to parse as YAML, as a clause, with the offset of the place; null if it is not. Takes linear time.
 * @throws ContentError if the lexer fails
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

/** Lexemes that are not part of the text: they mark the start of a document, the start of a scalar, and the end of an unclosed list. */
const [documentMark, scalarMark, flowEndMark] = ['\u0002', '\u001f', '\u0018'];

/** Counts levels, nodes and aliases from the lexemes of a YAML text. Levels are recognised by indentation. */
class Weighing {
  /** Offset of the next lexeme in the text. */
  offset = 0;
  #column = 0;
  /** Whether the next lexeme is the text of a scalar. */
  #isText = false;
  /** Whether the next lexeme may begin a level: it is the first of its line, or follows `-`, `?` or `:`. */
  #mayBegin = true;
  /** The columns at which the open levels began. */
  readonly #levels: number[] = [];
  /** Number of open `[` and `{`. */
  #flow = 0;
  #nodes = 0;
  #aliases = 0;

  /** The limit that the text passes with this lexeme, as a clause; null if it passes none. */
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

  /** Moves behind the lexeme. */
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

/** Whether a parsed value, with its aliases expanded, keeps the limits on nodes and depth. */
export function isWithinLimits(value: unknown): boolean {
  let left = mappingLimits.nodes;
  const fits = (part: unknown, depth: number): boolean => {
    if (--left < 0 || depth > mappingLimits.depth) return false;
    if (typeof part !== 'object' || part === null) return true;
    return Object.values(part).every((one) => fits(one, depth + 1));
  };
  return fits(value, 0);
}

/** Whether every key and text is text: half of a surrogate pair, which YAML's escapes can write, stands in no JSON and in no digest. */
export function isAllText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, one]) => key.isWellFormed() && isAllText(one));
}
