/** A notification to the devices of one person. */
export interface PushNotification {
  userId: string;
  title: string;
  body: string;
  /** What an app opens when the notification is tapped; no personal data. */
  data: Readonly<Record<string, string>>;
}

/** Hands a notification to a push service, once: no adapter tries again by itself. */
export interface PushSender {
  /** @throws Error when the service did not take it */
  send(notification: PushNotification, signal: AbortSignal): Promise<void>;
}
