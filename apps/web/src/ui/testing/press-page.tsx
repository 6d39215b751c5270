import { useState } from "react";
import { createPortal } from "react-dom";
import { mountPage } from "#testing/mount-page.tsx";
import { linkRow, ROW_LINK } from "#ui/link-row.ts";

/* A page for the browser tests of what a press does: rows that open their link. */

function Rows() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <table>
      <tbody>
        {["Alder", "Birch"].map((name) => (
          <tr key={name} {...linkRow()}>
            <td>
              <a href={`#${name}`} {...ROW_LINK}>
                {name}
              </a>
            </td>
            <td style={{ padding: 16 }}>Address of {name}</td>
            <td>
              <button type="button" onClick={() => setIsOpen(true)}>
                Rename {name}
              </button>
            </td>
          </tr>
        ))}
        <tr {...linkRow()}>
          <td>Unlinked{isOpen && createPortal(<p>Dialog of a row</p>, document.body)}</td>
        </tr>
      </tbody>
    </table>
  );
}

export const pressPage = {
  mountRows: (): void => mountPage(<Rows />),
};
