import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { useSpeech } from '../../words/context.js';
import { ActButton } from '../act-button.js';
import { Section } from '../section.js';
import { ConfirmValue, doubtTopics, DoubtText } from './confirm-value.js';
import { useValueText } from './value-text.js';

type Story = Pick<Schemas['ToldStory'], 'connection' | 'external_id' | 'doubts' | 'confirmations'>;

/** A listing's values in doubt, and confirmations that can be taken back. Shows nothing without any. */
export function ListingDoubts({ story }: { story: Story }): ReactNode {
  const { t } = useSpeech();
  const { connection, doubts, confirmations } = story;
  return (
    <>
      {doubts.length > 0 && (
        <Section title={t('doubt.section')} text={t('doubt.correct')}>
          <Stack component="ul" className="plain" gap="md">
            {doubts.map((doubt) => (
              <li key={doubt.field}>
                <Stack gap={4} align="flex-start">
                  <Heading doubt={doubt} />
                  <DoubtText doubt={doubt} />
                  <ConfirmValue doubt={doubt} connection={connection} />
                </Stack>
              </li>
            ))}
          </Stack>
        </Section>
      )}
      {confirmations.length > 0 && (
        <Section title={t('doubt.confirmations')}>
          <Stack component="ul" className="plain" gap="sm">
            {confirmations.map((confirmation) => (
              <li key={`${confirmation.field} ${confirmation.value}`}>
                <Confirmed confirmation={confirmation} story={story} />
              </li>
            ))}
          </Stack>
        </Section>
      )}
    </>
  );
}

function Heading({ doubt: { field, value, live } }: { doubt: Schemas['Doubt'] }): ReactNode {
  const { t } = useSpeech();
  const textOf = useValueText();
  const named = { field: t(`doubt.field.${field}`), value: textOf(field, value) };
  return (
    <Text fw={600} className="sentence">
      {live === null
        ? t(field === 'area' ? 'doubt.waits.area' : 'doubt.waits.new', named)
        : t('doubt.waits', { ...named, live: textOf(field, live) })}
    </Text>
  );
}

function Confirmed({
  confirmation: { field, value, before, by, at },
  story: { connection, external_id: id },
}: {
  confirmation: Schemas['Confirmation'];
  story: Story;
}): ReactNode {
  const { t, moment } = useSpeech();
  const textOf = useValueText();
  const undo = useAct(
    () =>
      api.POST('/api/v1/listings/{connection}/{id}/unconfirm', {
        params: { path: { connection, id } },
        body: { field },
      }),
    doubtTopics,
  );
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm" className="sentence">
        {t('doubt.confirmation', {
          field: t(`doubt.field.${field}`),
          value: textOf(field, value),
          who: by,
          at: moment(at),
        })}
      </Text>
      {before !== null && (
        <ActButton act={undo} done={t('doubt.undone')} variant="default" size="compact-sm">
          {t('doubt.undo', { value: textOf(field, before) })}
        </ActButton>
      )}
    </Stack>
  );
}
