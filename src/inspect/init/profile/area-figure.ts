import { readArea } from '../../../mapping/values/areas/read-area.js';
import { roughFigure } from './shapes.js';

/** The old units by the smaller of their two sizes: no more than a magnitude is wanted. */
const old = { jutro: 5754.64, lanac: 5754.64 } as const;

/** The approximate area that a cell says: in square metres where it names a unit, else its figure. Null: it says none. */
export function areaFigure(text: string): number | null {
  const cell = /\d/.test(text) ? readArea(text, { decimal: ',', thousands: '.' }, old) : null;
  if (cell?.kind === 'area') return cell.sqm;
  return cell?.kind === 'bare' ? cell.figure : roughFigure(text);
}
