import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useSpeech, type Speech } from '../../words/context.js';
import { CardTable } from '../card-table.js';
import { Muted } from '../muted.js';
import { LongText, ShownValue } from './shown-value.js';

type Story = Schemas['ToldStory'];
type Field = NonNullable<Story['fields']>[number];

/** The origin of each field: where its value is in the file, what it says there, and what is sent. */
export function FieldTable({ fields, place }: { fields: Story['fields']; place: string | null }): ReactNode {
  const { t, told } = useSpeech();
  if (fields === null) return <Muted>{t('story.fields.none')}</Muted>;
  // Paths with `$` are intermediate values. A field that has neither a value in the feed nor a result is left out.
  const rows = fields
    .filter(({ path, raw, result }) => !path.startsWith('$') && (raw !== null || isSent(result)))
    .map((field, index) => ({ field, index }));
  return (
    <CardTable
      label={t('story.fields')}
      rows={rows}
      keyOf={({ index }) => index}
      columns={[
        { heading: t('story.field'), isTitle: true, cell: ({ field }) => told(field.name) },
        { heading: t('story.source'), cell: ({ field }) => sourceOf(field, t) },
        {
          heading: t('story.raw'),
          cell: ({ field }) => (field.raw === null ? '–' : <LongText text={field.raw} />),
        },
        { heading: t('story.result'), cell: ({ field }) => <Result field={field} place={place} /> },
      ]}
    />
  );
}

/** `result` is JSON: both SQL NULL and the text `null` mean that the field has no value. */
const isSent = (result: string | null): boolean => result !== null && result !== 'null';

/** The place by its name, and `updated_at` as a time; other values as they are sent. */
function Result({ field, place }: { field: Field; place: string | null }): ReactNode {
  const { moment } = useSpeech();
  const { path, source, result, shown } = field;
  if (!isSent(result)) return '–';
  if (path === 'location.place_id' && source === 'place directory' && place !== null) return place;
  if (path === 'updated_at' && /^\d+$/.test(result ?? ''))
    return moment(new Date(Number(result)).toISOString());
  return <ShownValue json={result} shown={shown} />;
}

/** Sources of values other than a place in the file, with the keys of their texts. */
const sources = [
  [/^constant /, 'story.source.constant'],
  [/^answer /, 'story.source.answer'],
  [/^place directory$/, 'story.source.place'],
  [/^shape$/, 'story.source.shape'],
  [/^stand-in/, 'story.source.stand_in'],
] as const;

/** Where a value comes from: the file's own name of the field, unless it comes from elsewhere. */
function sourceOf({ source }: Field, t: Speech['t']): ReactNode {
  if (source === null) return '–';
  const [, key] = sources.find(([pattern]) => pattern.test(source)) ?? [];
  return key === undefined ? <code>{source}</code> : t(key);
}
