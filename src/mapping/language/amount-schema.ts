import { z } from 'zod';

const path = z.string().min(1).describe('Path of the field that names the currency');
const currencyCode = z.string().regex(/^[A-Z]{3}$/);
const stated = z.union([currencyCode, z.strictObject({ from: path, table: z.string().optional() })]);
/** `amount:` of a rule. */
export const amountSchema = z
  .union([
    z.literal(1),
    z.strictObject({
      edition: z.literal(1),
      currency: z
        .union([stated, z.array(stated).min(2)])
        .optional()
        .describe(
          'The currency of the column, or where the record names it: EUR, { from: valuta }; of a list all must agree',
        ),
    }),
  ])
  .describe(
    'Read a cell of amounts with their currencies and periods: 118.000 € (13.806.000 RSD), 300 € / mesec. The currency that is stated is that of the listing. 1: the edition of the words that feedsync knows',
  );
/** `area:` of a rule. */
export const areaSchema = z
  .union([
    z.literal(1),
    z.strictObject({
      edition: z.literal(1),
      unit: z
        .union([
          z.enum(['m2', 'ar', 'ha', 'sqft', 'acre', 'dunum', 'hvat', 'jutro', 'lanac']),
          z.strictObject({ ask: z.enum(['area', 'plot']).describe('Of all areas, or of plots') }),
        ])
        .optional()
        .describe(
          'The unit of a figure without one: m2 if left out. ask: it is not known; the feed has the answer under constants: as units.area or units.plot',
        ),
      sizes: z
        .strictObject({ jutro: z.number().positive().optional(), lanac: z.number().positive().optional() })
        .optional()
        .describe(
          'The sizes of jutro and lanac in m²: both had two. Without them the feed has the answer under constants: as units.jutro and units.lanac',
        ),
    }),
  ])
  .describe(
    'Read an area with its units: 12 ari, 1 ha 20 ari, 5a 30m2. 1: the edition of the units that feedsync knows',
  );
