import { setTimeout as sleep } from 'node:timers/promises';

/** Presses a button of the gateway's payment page. False when the page says that it is paid already. */
export async function press(pageUrl: string, button: 'pay' | 'fail'): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await fetch(`${pageUrl}/${button}`, {
        method: 'POST',
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(10_000),
      });
      if (response.ok) return true;
      if (response.status === 400) return false;
      throw new Error(`The payment page answered ${response.status}: ${await response.text()}`);
    } catch (error) {
      if (tries >= 5) throw error;
      await sleep(500);
    }
  }
}
