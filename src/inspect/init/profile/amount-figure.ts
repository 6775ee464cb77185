import { tokensOf } from '../../../mapping/values/amounts/tokens.js';
import { roughFigure } from './shapes.js';

/** The rough figure of a cell; of several amounts, the first. Null: there is none. */
export function amountFigure(text: string): number | null {
  const plain = roughFigure(text);
  if (plain !== null) return plain;
  const [first] = figuresIn(text);
  return first === undefined ? null : roughFigure(first);
}

/** The figures in a cell of amounts, as they are written. Empty for long texts, and for words that no amount has. */
export function figuresIn(text: string): string[] {
  if (text.length > 120 || !/\d/.test(text)) return [];
  return (tokensOf(text) ?? []).flatMap((token) => (token.kind === 'figure' ? [token.text] : []));
}
