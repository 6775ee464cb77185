import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { AskButton } from '../../parts/ask.js';
import { ReasonField } from '../../parts/form/reason-field.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

type Story = Schemas['ToldStory'];

/** Buttons for one listing: send it again, keep it off the portal or let its feed decide again, show its contacts. */
export function StoryActs({ story }: { story: Story }): ReactNode {
  const { t } = useSpeech();
  const { done } = useToasts();
  const { listing } = story;
  const path = { connection: story.connection, id: story.external_id };
  const topics = ['listings', 'overview'] as const;
  const resend = useAct(
    () => api.POST('/api/v1/listings/{connection}/{id}/resend', { params: { path } }),
    topics,
  );
  const lift = useAct(
    () => api.POST('/api/v1/listings/{connection}/{id}/unsuppress', { params: { path } }),
    topics,
  );
  if (listing === null) return null;
  const mayResend = listing.failure_code !== null || listing.warnings.length > 0;
  const isOff = listing.intent === 'suppressed';
  const tell =
    (key: 'listing.resend.done' | 'listing.let_on.done' | 'listing.keep_off.done') =>
    ({ message }: { message: string }): void =>
      done(t(key), message);
  return (
    <>
      <Group gap="sm">
        {mayResend && (
          <Button
            loading={resend.isPending}
            onClick={() => resend.mutate(undefined, { onSuccess: tell('listing.resend.done') })}
          >
            {t('story.resend')}
          </Button>
        )}
        {isOff ? (
          <Button
            variant="default"
            loading={lift.isPending}
            onClick={() => lift.mutate(undefined, { onSuccess: tell('listing.let_on.done') })}
          >
            {t('story.unsuppress')}
          </Button>
        ) : (
          <Suppress path={path} onDone={tell('listing.keep_off.done')} />
        )}
        <ShowContacts path={path} />
      </Group>
      <FormFailure error={resend.error ?? lift.error} />
    </>
  );
}

interface ListingPath {
  connection: string;
  id: string;
}

/** A button that keeps the listing off the portal, after a dialog that asks for the reason. */
function Suppress({
  path,
  onDone,
}: {
  path: ListingPath;
  onDone: (done: { message: string }) => void;
}): ReactNode {
  const { t } = useSpeech();
  const [reason, setReason] = useState('');
  const suppress = useAct(
    () =>
      api.POST('/api/v1/listings/{connection}/{id}/suppress', {
        params: { path },
        body: { reason, until: null },
      }),
    ['listings', 'overview'],
  );
  return (
    <AskButton
      label={t('story.suppress')}
      act={suppress}
      isReady={reason.trim() !== ''}
      onDone={(done, close) => {
        close();
        onDone(done);
      }}
      variant="default"
    >
      <ReasonField label={t('story.suppress.reason')} reason={reason} setReason={setReason} />
    </AskButton>
  );
}

/** A button that shows phone numbers and e-mail addresses. The server records which user requests them. */
function ShowContacts({ path }: { path: ListingPath }): ReactNode {
  const { t } = useSpeech();
  const queries = useQueryClient();
  const show = useAct(
    () => api.POST('/api/v1/listings/{connection}/{id}/contacts', { params: { path } }),
    [],
  );
  return (
    <Button
      variant="subtle"
      title={t('story.contacts.more')}
      loading={show.isPending}
      onClick={() =>
        show.mutate(undefined, {
          onSuccess: (story) => queries.setQueryData(['listings', path.connection, path.id], story),
        })
      }
    >
      {t('story.contacts')}
    </Button>
  );
}
