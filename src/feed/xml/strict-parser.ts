import { XMLParser, type X2jOptions } from 'fast-xml-parser';
import { callLibrary } from '../../platform/library.js';
import { entityDecoder } from './entities.js';
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
  // No caller asks for paths as text, and writing them out is an eighth of the work.
  jPath: false,
  entityDecoder,
  onDangerousProperty: (name) => name,
};

/** @throws ContentError unless the text is an element within the limits, and well-formed */
export type StrictParser = (text: string) => void;

/** A parser that tells a tree what it meets. Its own stays empty: it hears that each tag is left out, and that each text is none. */
export function strictParser(tree: ElementTree): StrictParser {
  const parser: ValidatingParser = new XMLParser({
    ...parserOptions,
    updateTag: (name, place, attributes) => {
      tree.enter(name, depthOf(place), attributes);
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

/** The validator's types point to a package of its own, which does the same; it is part of this one. */
interface ValidatingParser {
  parse(text: string, validate: true): unknown;
}

/** Without `jPath` the parser tells by an object where it is. */
function depthOf(place: unknown): number {
  return (place as { getDepth(): number }).getDepth();
}
