import { Button, Group, Stack, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { Muted } from '../../parts/muted.js';
import { EventList } from '../../parts/story/event-list.js';
import { FieldTable } from '../../parts/story/field-table.js';
import { useSpeech } from '../../words/context.js';

type Story = Schemas['ToldStory'];

/**
 * A listing's full history: its events, and the origin of each field. Contacts are masked until the user
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
      <section>
        <Title order={3} size="h5" mb={4}>
          {t('story.events')}
        </Title>
        <EventList events={story.events} />
      </section>
      <section>
        <Title order={3} size="h5" mb={4}>
          {t('story.fields')}
        </Title>
        <FieldTable fields={story.fields} place={story.card?.place ?? null} />
      </section>
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
