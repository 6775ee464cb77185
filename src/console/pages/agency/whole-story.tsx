import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { CardTable } from '../../parts/card-table.js';
import { useFieldName } from '../../parts/field-name.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { Moment } from '../../parts/moment.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech, type Speech } from '../../words/context.js';

type Story = Schemas['ToldStory'];

/**
 * A listing's full history: its events, changes that are not sent yet, and the origin of each field. Contacts are masked until the user
 * requests them; the server records which user did.
 */
export function WholeStory({ story: masked }: { story: Story }): ReactNode {
  const { t } = useSpeech();
  const [open, setOpen] = useState<Story | null>(null);
  const { connection, external_id: id } = masked;
  const contacts = useAct(
    () => api.POST('/api/v1/listings/{connection}/{id}/contacts', { params: { path: { connection, id } } }),
    [],
  );
  const story = open ?? masked;
  return (
    <Stack>
      <Events events={story.events} />
      <Differences differences={[...(story.unsent ?? []), ...story.unplanned]} />
      <Fields fields={story.fields} place={story.card?.place ?? null} />
      {open === null && (
        <Group gap="sm">
          <Button
            variant="default"
            loading={contacts.isPending}
            onClick={() => contacts.mutate(undefined, { onSuccess: setOpen })}
          >
            {t('listing.contacts')}
          </Button>
          <Muted className="grow">{t('listing.contacts.more')}</Muted>
        </Group>
      )}
      <FormFailure error={contacts.error} />
    </Stack>
  );
}

function Events({ events }: { events: Story['events'] }): ReactNode {
  const { t, named } = useSpeech();
  if (events.length === 0) return null;
  const shown = [...events].reverse();
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {t('listing.events')}
      </Title>
      <dl className="facts events">
        {shown.map(({ at, kind, data }, index) => (
          <div key={`${at} ${kind} ${index}`}>
            <dt>
              <Moment at={at} />
            </dt>
            <dd>
              {[named(`event.${kind}`, kind.replaceAll('_', ' ')), data.code, data.reason]
                .filter((part) => part != null && part !== '')
                .join(' · ')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Differences({ differences }: { differences: Story['unplanned'] }): ReactNode {
  const { t } = useSpeech();
  const nameOf = useFieldName();
  if (differences.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {t('listing.unsent')}
      </Title>
      <CardTable
        label={t('listing.unsent')}
        rows={differences}
        keyOf={({ pointer }) => pointer}
        columns={[
          { heading: t('listing.field'), cell: ({ pointer }) => nameOf(pointer), isTitle: true },
          { heading: t('listing.before'), cell: ({ before }) => before ?? '–' },
          { heading: t('listing.after'), cell: ({ after }) => after ?? '–' },
        ]}
      />
    </section>
  );
}

type Field = NonNullable<Story['fields']>[number];

function Fields({ fields, place }: { fields: Story['fields']; place: string | null }): ReactNode {
  const { t, moment } = useSpeech();
  const nameOf = useFieldName();
  // Paths with `$` are intermediate values. A field that has neither a value in the feed nor a result is left out.
  const told = fields?.filter(
    ({ path, raw, result }) => !path.startsWith('$') && (raw !== null || isSent(result)),
  );
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {t('listing.fields')}
      </Title>
      {told === undefined ? (
        <Text size="sm">{t('listing.fields.none')}</Text>
      ) : (
        <CardTable
          label={t('listing.fields')}
          rows={told.map((field, index) => ({ field, index }))}
          keyOf={({ index }) => index}
          columns={[
            { heading: t('listing.field'), cell: ({ field }) => nameOf(field.path), isTitle: true },
            { heading: t('listing.field.source'), cell: ({ field }) => sourceOf(field, t) },
            { heading: t('listing.field.raw'), cell: ({ field }) => <Long text={field.raw} /> },
            {
              heading: t('listing.field.result'),
              cell: ({ field }) => <Long text={plain(field, place, moment)} />,
            },
          ]}
        />
      )}
    </section>
  );
}

/** Sources of values other than a place in the file, with the keys of their texts. */
const sources = [
  [/^constant /, 'listing.source.constant'],
  [/^answer /, 'listing.source.answer'],
  [/^place directory$/, 'listing.source.place'],
  [/^shape$/, 'listing.source.shape'],
] as const;

function sourceOf({ source }: Field, t: Speech['t']): string {
  if (source === null) return '–';
  const [, key] = sources.find(([pattern]) => pattern.test(source)) ?? [];
  return key === undefined ? source : t(key);
}

/** `result` is JSON: both SQL NULL and the text `null` mean that the field has no value. */
const isSent = (result: string | null): boolean => result !== null && result !== 'null';

/** A result for display: strings without JSON quotes, the place by its name, and `updated_at` as a time. */
function plain(
  { path, source, result }: Field,
  place: string | null,
  momentOf: Speech['moment'],
): string | null {
  if (result === null || !isSent(result)) return null;
  const value: unknown = JSON.parse(result);
  if (path === 'location.place_id' && source === 'place directory') return place;
  if (path === 'updated_at' && typeof value === 'number') return momentOf(new Date(value).toISOString());
  return typeof value === 'string' ? value : result;
}

const shownCharacters = 200;

/** The beginning of a text, which may be a whole description. */
function Long({ text }: { text: string | null }): ReactNode {
  if (text === null) return '–';
  return text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters)} …`;
}
