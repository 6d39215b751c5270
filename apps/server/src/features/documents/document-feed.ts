import type { StoredDocument } from "@ridgebook/contract";
import type { LargeFeed } from "#database/change-feed.ts";
import { toDocument } from "./document-presenter.ts";
import { findDocuments, listChangedDocuments } from "./document-repository.ts";

export const documentFeed: LargeFeed<StoredDocument> = {
  list: listChangedDocuments,
  read: async (scope, ids) => (await findDocuments(scope, ids)).map(toDocument),
};
