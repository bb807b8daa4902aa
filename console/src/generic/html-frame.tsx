interface Props {
  html: string;
  /** What the frame shows, for those who hear it. */
  title: string;
  height?: number;
}

/**
 * A document that somebody else wrote, as its readers see it: in a frame without scripts, forms, or an origin. Its
 * ground is white in the dark too, as in a mailbox. The policy of the page holds for it as well.
 */
export function HtmlFrame({ html, title, height = 520 }: Props) {
  return <iframe className="html-frame" title={title} sandbox="" srcDoc={html} style={{ height }} />;
}
