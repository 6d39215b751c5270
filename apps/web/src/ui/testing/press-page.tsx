import { useState } from "react";
import { createPortal } from "react-dom";
import { mountPage } from "#testing/mount-page.tsx";
import { linkRow, ROW_LINK } from "#ui/link-row.ts";
import { selectOnEntry } from "#ui/select-on-entry.ts";
import { TextField } from "#ui/text-field.tsx";
import { useBottomBar } from "#ui/use-bottom-bar.ts";
import { followVisibleHeight } from "#ui/visible-height.ts";

/* A page for the browser tests of presses: rows that open their link, fields that select their content, an on-screen keyboard. */

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

function Fields() {
  const [text, setText] = useState("0.00");
  return (
    <>
      <TextField
        label="Amount"
        numeric
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        {...selectOnEntry}
      />
      <button type="button">After</button>
    </>
  );
}

/** A page that is longer than the screen, with a bar at the bottom. */
function Form() {
  const bar = useBottomBar();
  return (
    <>
      {Array.from({ length: 12 }, (_, index) => (
        <TextField key={index} label={`Field ${index + 1}`} />
      ))}
      <div ref={bar} style={{ position: "sticky", bottom: "var(--rb-covered)", height: 64 }}>
        Save
      </div>
    </>
  );
}

export const pressPage = {
  mountRows: (): void => mountPage(<Rows />),
  mountFields: (): void => mountPage(<Fields />),
  mountForm: (): void => {
    followVisibleHeight();
    mountPage(<Form />);
  },
};
