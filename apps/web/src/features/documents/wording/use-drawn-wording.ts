import type { Settings } from "@ridgebook/contract";
import { filesOf, type DocumentModel } from "@ridgebook/documents";
import { pictureKey, type ChangedPlace } from "@ridgebook/documents/pdf";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { newMoment, paperTime } from "#features/documents/create/document-source.ts";
import { readDocumentFiles } from "#features/documents/pdf/document-files.ts";
import { comparePages, PdfProblem } from "#features/documents/pdf/make-pdf.ts";
import type { ComparedPages, PaperInput } from "#features/documents/pdf/pdf-messages.ts";
import { loadPaperFonts } from "#features/documents/view/paper-fonts.ts";
import { createLatestOnly } from "#features/documents/wording/latest-only.ts";
import { buildWithWording, type WordingKind, type WordingWork } from "#features/documents/wording/read-wording-work.ts";
import { readKeptFile, type KeptFile } from "#files/kept-file.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/** The paper drawn with a wording, or why it cannot be. */
export type DrawnWording =
  | (ComparedPages & {
      readonly pictureUrl: (key: string) => string;
      /** The page of the newest change; undefined without a new change. */
      readonly newestPage: number | undefined;
      /** Whether the wording differs from the saved one, on this paper or not. */
      readonly isOtherWording: boolean;
    })
  | { readonly failure: string };

interface Asked {
  readonly work: WordingWork;
  readonly kind: WordingKind;
  readonly settings: Settings;
  readonly saved: Settings;
}

const isSamePlace = (one: ChangedPlace | undefined, other: ChangedPlace): boolean =>
  one?.page === other.page && one.x === other.x && one.y === other.y && one.width === other.width;

/** The first new place; later ones may only have moved. */
const newestPlace = (before: readonly ChangedPlace[], after: readonly ChangedPlace[]): ChangedPlace | undefined =>
  after.find((place, index) => !isSamePlace(before[index], place));

/** Files by id, read once while the page is open, with their addresses: an unchanged picture is not reloaded. */
function createFileShelf(companyId: number) {
  const files = new Map<string, Promise<KeptFile | undefined>>();
  const urls = new Map<string, string>();
  return {
    read: async (model: DocumentModel): Promise<PaperInput["files"]> => {
      const found = await readDocumentFiles(model, {
        companyId,
        read: async (url) => {
          const reading = files.get(url) ?? readKeptFile(url);
          files.set(url, reading);
          const file = await reading;
          // It may arrive later.
          if (!file) files.delete(url);
          return file;
        },
      });
      for (const id of filesOf(model)) {
        const key = pictureKey(id);
        const file = found.get(id);
        if (file && !urls.has(key))
          urls.set(key, URL.createObjectURL(new Blob([file.bytes.slice()], { type: file.contentType })));
      }
      return found;
    },
    urlOf: (key: string): string => urls.get(key) ?? "",
    close: (): void => {
      for (const url of urls.values()) URL.revokeObjectURL(url);
      urls.clear();
    },
  };
}

/** Redraws the paper with every change of the wording. Undefined until the first drawing. */
export function useDrawnWording(asked: Asked | undefined): DrawnWording | undefined {
  const localData = useLocalData();
  const { companyId, reportFailure } = useSession();
  const [drawn, setDrawn] = useState<DrawnWording>();
  const draw = useRef<(asked: Asked) => void>(undefined);
  const failureText = useEffectEvent(async (error: unknown): Promise<string> => {
    if (error instanceof PdfProblem) return error.message;
    await reportFailure(error);
    return "The paper could not be laid out. Try it again.";
  });

  useEffect(() => {
    let isClosed = false;
    const shelf = createFileShelf(companyId ?? 0);
    // One number and day while the page is open: only the wording changes.
    let moment: ReturnType<typeof newMoment> | undefined;
    let former: { readonly of: Asked; readonly model: DocumentModel } | undefined;
    let changesBefore: readonly ChangedPlace[] = [];
    const formerModel = (given: Asked, made: ReturnType<typeof newMoment>): DocumentModel => {
      const { work, kind, saved } = given;
      if (former?.of.work !== work || former.of.kind !== kind || former.of.saved !== saved) {
        changesBefore = [];
        former = { of: given, model: buildWithWording(work, { settings: saved, kind, moment: made }) };
      }
      return former.model;
    };
    const drawOnce = async (given: Asked): Promise<DrawnWording> => {
      moment ??= newMoment(given.saved, paperTime(localData));
      let models: { before: DocumentModel; after: DocumentModel };
      try {
        const before = formerModel(given, moment);
        models = { before, after: buildWithWording(given.work, { ...given, moment }) };
      } catch (error) {
        return { failure: `This paper cannot be made: ${error instanceof Error ? error.message : String(error)}` };
      }
      const input = { model: models.after, files: await shelf.read(models.after), signatures: [], fingerprint: null };
      const compared = await comparePages({ ...input, former: models.before });
      await loadPaperFonts(compared);
      const newestPage = newestPlace(changesBefore, compared.changes)?.page;
      changesBefore = compared.changes;
      const isOtherWording = given.settings !== given.saved;
      return { ...compared, pictureUrl: shelf.urlOf, newestPage, isOtherWording };
    };
    draw.current = createLatestOnly(async (given: Asked) => {
      const result = await drawOnce(given).catch(async (error: unknown) => ({ failure: await failureText(error) }));
      if (!isClosed) setDrawn(result);
    });
    return () => {
      isClosed = true;
      shelf.close();
    };
  }, [localData, companyId]);

  const { work, kind, settings, saved } = asked ?? {};
  useEffect(() => {
    if (work && kind && settings && saved) draw.current?.({ work, kind, settings, saved });
  }, [localData, companyId, work, kind, settings, saved]);
  return drawn;
}
