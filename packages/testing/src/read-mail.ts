import PostalMime from "postal-mime";

/** A mail as its reader sees it. */
export interface ReadMail {
  readonly from: string;
  /** The sender's name, as mail programs show it. */
  readonly fromName: string;
  readonly to: readonly string[];
  readonly replyTo: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The first link of the text. */
  readonly link: URL | undefined;
  readonly attachments: readonly { readonly name: string; readonly contentType: string; readonly bytes: Uint8Array }[];
}

/** Parses a mail in its wire format, or from an .eml file. */
export async function readMail(source: string | Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(source);
  const addresses = (list: readonly { address?: string | undefined }[] | undefined): string[] =>
    (list ?? []).flatMap(({ address }) => (address === undefined ? [] : [address]));
  const text = mail.text ?? "";
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  return {
    from: mail.from?.address ?? "",
    fromName: mail.from?.name ?? "",
    to: addresses(mail.to),
    replyTo: addresses(mail.replyTo),
    subject: mail.subject ?? "",
    text,
    html: mail.html ?? "",
    link: link === undefined ? undefined : new URL(link),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? "",
      contentType: mimeType,
      bytes: typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content),
    })),
  };
}
