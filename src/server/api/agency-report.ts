import { z } from '@hono/zod-openapi';
import { count } from '../../documents/schemas.js';
import type { AgencyHome } from '../../inspect/agency-home.js';
import type { Presence } from '../../model/listing-states.js';
import type { Standing } from '../../model/standing.js';
import { totalOf } from './listing-counts.js';
import { listingPage, type ListingPageDeps } from './listing-page.js';
import { DescribedListingSchema, TaskSchema } from './schemas/ops-schemas.js';

/** Listings of a part that the report names; the rest is a number. */
const namedMax = 12;

interface Part {
  standing?: Standing;
  there?: true;
  presence?: readonly Presence[];
}

/** The parts of the report, in its order: what needs an act, then what waits, then what is on the portal. */
const parts = {
  invalid: { standing: 'invalid' },
  refused: { standing: 'refused' },
  held: { there: true, presence: ['held'] },
  missing: { there: true, presence: ['grace'] },
  in_review: { standing: 'in_review' },
  on_the_way: { standing: 'on_the_way' },
  on_portal: { standing: 'on_portal' },
} as const satisfies Record<string, Part>;

const partNames = Object.keys(parts) as (keyof typeof parts)[];

export const ReportSchema = z
  .object({
    agency: z.string(),
    connection: z.string(),
    listings: count,
    on_portal: count.meta({ description: 'Those of the parts `held` and `missing` included.' }),
    tasks: z.array(TaskSchema),
    parts: z
      .array(
        z.object({
          part: z.enum(partNames as [keyof typeof parts]),
          total: count,
          listings: z.array(DescribedListingSchema).meta({ description: `The first ${namedMax} of them.` }),
        }),
      )
      .meta({ description: 'Parts without a listing are left out.' }),
  })
  .openapi('AgencyReport');

export type AgencyReport = z.input<typeof ReportSchema>;

/** How an agency's listings stand: the numbers and tasks of its first page, and the listings behind them. */
export async function agencyReport(
  home: AgencyHome,
  deps: ListingPageDeps,
  now: number,
): Promise<AgencyReport> {
  const { agency, connection, listings, onPortal: on_portal, tasks } = home;
  const found: AgencyReport['parts'] = [];
  for (const part of partNames) {
    const { presence, ...filter }: Part = parts[part];
    const wanted = {
      connectionIds: [connection.id],
      ...filter,
      ...(presence !== undefined && { presence: [...presence] }),
    };
    const page = await listingPage({ ...wanted, limit: namedMax }, null, deps, now);
    if (page.listings.length === 0) continue;
    found.push({ part, total: await totalOf(wanted, deps.store), listings: page.listings });
  }
  return { agency, connection: connection.id, listings, on_portal, tasks: [...tasks], parts: found };
}
