"use strict";
// The secret stands behind '#': browsers send that to no server, and it is taken out of the address bar and the history at once.
const secret = decodeURIComponent(location.hash.slice(1));
history.replaceState(null, "", location.pathname);
const part = (id) => document.getElementById(id);

function say(text, wrong) {
  part("what").textContent = text;
  part("what").className = wrong ? "wrong" : "";
}

async function ask(path, body, token) {
  const headers = { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const found = await answer.json();
  if (!answer.ok) {
    throw new Error([found.detail, ...found.faults.map((fault) => fault.text).filter((text) => text !== found.detail)].join(" "));
  }
  return found;
}

function role(found) {
  if (found.role === "renewal") {
    return `This link gives ${found.name} a new token. The old ones hold no more.`;
  }
  const place = found.campaign_title || found.campaign;
  const what = { host: "begin campaigns as a host", gm: "be a game master", player: "play", spectator: "watch" }[found.role];
  const who = [found.seat && `seat ${found.seat}`, found.side && `side ${found.side}`].filter(Boolean).join(", ");
  return `You are invited to ${what}${place ? ` in ${place}` : ""}${who ? ` (${who})` : ""}.`;
}

async function look() {
  if (!secret) {
    say("There is no invitation in this link: open it as it was sent to you, with everything behind #.", true);
    return;
  }
  try {
    const found = await ask("/v1/invitations/look", { secret });
    say(role(found));
    part("form").hidden = false;
    if (found.role === "renewal") {
      part("known").hidden = true;
      isKnown(true);
    }
  } catch (error) {
    say(error.message, true);
  }
}

// Whoever is known needs no name: what is not shown must not be required, or the form cannot be sent.
function isKnown(known) {
  part("newcomer").hidden = known;
  part("form").elements.name.required = !known;
}

part("form").elements.token.addEventListener("input", (event) => isKnown(event.target.value.trim() !== ""));

part("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { token, ...given } = Object.fromEntries([...new FormData(event.target)].filter(([, value]) => value));
  try {
    const known = part("newcomer").hidden;
    const welcome = await ask("/v1/invitations/accept", { secret, ...(known ? {} : given) }, token && token.trim());
    say(`Welcome, ${welcome.name}.`);
    part("form").hidden = true;
    part("next").hidden = false;
    if (welcome.token) {
      part("token").value = welcome.token.access_token;
      part("done").hidden = false;
    }
  } catch (error) {
    say(error.message, true);
  }
});

look();
