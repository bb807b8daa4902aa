import { Button, Code, Group, Image, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { renderSVG } from 'uqr';
import { call } from '../lib/api.js';
import { CodeForm } from './code-form.js';
import { ErrorView } from './error-view.js';
import { RecoveryCodes } from './recovery-codes.js';

/** Sets up a second factor: scan, enter a first code, keep the recovery codes. */
export function EnrolSecondFactor({ onDone }: { onDone: () => void }) {
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  async function begin(): Promise<void> {
    setError(null);
    try {
      setBegun((await call('postMeSecondFactor')).data);
    } catch (thrown) {
      setError(thrown);
    }
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!begun)
    return (
      <Stack align="flex-start">
        {error !== null && <ErrorView error={error} />}
        <Button onClick={() => void begin()}>Set up</Button>
      </Stack>
    );
  return (
    <Stack>
      <Group align="flex-start" wrap="wrap">
        <Image
          src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(begun.uri, { border: 2 }))}`}
          alt="QR code of the second factor"
          w={180}
          h={180}
          bg="white"
          radius="md"
        />
        <Stack gap={6} flex={1} miw={200}>
          <Text size="sm">
            Scan the picture with an authenticator app, or enter this key by hand, then type the six digits
            that the app shows.
          </Text>
          <Code block>{begun.secret.match(/.{1,4}/g)?.join(' ')}</Code>
        </Stack>
      </Group>
      <CodeForm
        operation="postMeSecondFactorConfirm"
        submitLabel="Confirm"
        onDone={(data) => setCodes((data as { recoveryCodes: string[] }).recoveryCodes)}
      />
    </Stack>
  );
}
