import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';

/** A secret, which is shown once: it lives in this dialog alone and is gone when that closes. */
export function ShownSecret({ secret, text, close }: { secret: string; text: string; close: () => void }) {
  return (
    <Modal opened onClose={close} title="The secret" closeOnClickOutside={false} closeOnEscape={false}>
      <Stack>
        <Alert color="yellow" variant="light">
          Copy it now: it is not shown again. A lost secret is replaced by a new one.
        </Alert>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <Text size="sm">{text}</Text>
        <Group justify="flex-end">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={close}>I have it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
