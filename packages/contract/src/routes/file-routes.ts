import { z } from "zod";
import { file, fileId } from "#entities/file.ts";
import { UPLOAD_RULES } from "#rules/file-rules.ts";
import { binaryReply, defineRoutes } from "./define-routes.ts";

const params = z.object({ id: fileId });

export const fileRoutes = defineRoutes({
  getFile: {
    method: "GET",
    path: "/api/files/:id",
    summary: "What is known of a file; its bytes are at `url`.",
    access: "companyUser",
    params,
    reply: file,
    problems: ["notFound"],
  },
  uploadFile: {
    method: "POST",
    path: "/api/files",
    summary: "Stores a file. The same name and content sent again is the same file.",
    access: "companyAdmin",
    upload: UPLOAD_RULES,
    reply: file,
    problems: [],
  },
  downloadFile: {
    method: "GET",
    path: "/api/Files/Download/:id",
    summary: "The bytes of a file.",
    access: "companyUser",
    isOpenedByBrowser: true,
    params,
    reply: binaryReply,
    problems: ["notFound"],
  },
});
