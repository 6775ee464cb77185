import { XMLParser, type X2jOptions } from 'fast-xml-parser';
import { callLibrary } from '../../platform/library.js';
import type { Repairs } from '../../model/outcome.js';
import { decodeReferences, entityDecoder } from './entities.js';
import { isMarkup } from './markup.js';
import type { ElementTree } from './xml-tree.js';

const nestedTagsMax = 100;

export const parserOptions: X2jOptions = {
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
  maxNestedTags: nestedTagsMax,
  // No caller needs the path of an element as text, and building it takes an eighth of the parsing time.
  jPath: false,
  onDangerousProperty: (name) => name,
};

/** @throws ContentError unless the text is well-formed and within the limits */
export type StrictParser = (text: string) => void;

/**
 * A parser that fills `tree` and adds what it repairs to `repairs`. The callbacks return "skip this tag" and "empty text" to fast-xml-parser, so that it does not build a
 * second tree.
 */
export function strictParser(tree: ElementTree, repairs: Repairs): StrictParser {
  const parser: ValidatingParser = new XMLParser({
    ...parserOptions,
    entityDecoder: entityDecoder((text) => decodeReferences(text, repairs)),
    updateTag: (name, place, attributes) => {
      tree.enter(name, depthOf(place), attributes, isMarkup(name, attributes));
      return false;
    },
    tagValueProcessor: (_name, text, place) => {
      tree.addText(text, depthOf(place));
      return '';
    },
  });
  return (text) => {
    tree.clear();
    callLibrary('fast-xml-parser', () => parser.parse(text, true));
  };
}

/** The library's types mark `parse` with validation as deprecated, in favour of a package that does the same. This type does not. */
interface ValidatingParser {
  parse(text: string, validate: true): unknown;
}

/** With `jPath: false` the parser passes its position as an object. Returns how many elements are open, the current one included. */
function depthOf(place: unknown): number {
  return (place as { getDepth(): number }).getDepth();
}
