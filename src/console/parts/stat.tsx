import { Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../api/client.js';
import { useSpeech } from '../words/context.js';
import { To } from './links.js';
import { Muted } from './muted.js';

/** A number with its label, and a smaller hint below it. It must be inside `Stats`. */
export function Stat({
  label,
  value,
  hint,
  href,
}: {
  label: string;
  value: number | string;
  hint?: string | undefined;
  /** The page that shows what the number counts. */
  href?: string | undefined;
}): ReactNode {
  const { number } = useSpeech();
  const shown = typeof value === 'number' ? number(value) : value;
  return (
    <Paper withBorder p="sm" component="div">
      <dt>
        <Text size="xs" c="dimmed" component="span">
          {label}
        </Text>
      </dt>
      <dd className="plain">
        <Text size="xl" fw={650} className="numeric" component="span">
          {href === undefined || value === 0 ? (
            shown
          ) : (
            <To href={href} inherit>
              {shown}
            </To>
          )}
        </Text>
        {hint !== undefined && <Muted size="xs">{hint}</Muted>}
      </dd>
    </Paper>
  );
}

/** The numbers of listings, each a link to the list that has as many. @param of the filter that all the lists share, such as `feed=a` */
export function ListingStats({ of, counts }: { of: string; counts: Schemas['TileCounts'] }): ReactNode {
  const { t } = useSpeech();
  return (
    <Stats columns={6}>
      {tiles.map(([name, filter]) => (
        <Stat
          key={name}
          label={t(`tile.${name}`)}
          value={counts[name]}
          href={`/listings?${[of, filter].filter((part) => part !== '').join('&')}`}
        />
      ))}
    </Stats>
  );
}

const tiles = [
  ['there', 'there=true'],
  ['in_review', 'standing=in_review'],
  ['on_the_way', 'standing=on_the_way'],
  ['waiting', 'standing=waiting'],
  ['refused', 'standing=refused'],
  ['invalid', 'standing=invalid'],
] as const;

/** A grid of `Stat`s. @param columns on a wide page */
export function Stats({ columns = 5, children }: { columns?: number; children: ReactNode }): ReactNode {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: columns }} spacing="sm" m={0}>
      {children}
    </SimpleGrid>
  );
}
